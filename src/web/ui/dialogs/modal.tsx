import {
  type DrawerProps,
  Drawer as MantineDrawer,
  Modal as MantineModal,
  type ModalProps,
} from '@mantine/core'
import { Mantine } from '../mantine.tsx'
import { useBackToClose } from './use-back-to-close.ts'

/** A centred dialog, inside a Mantine provider. */
export function Modal(props: ModalProps) {
  const close = useBackToClose(props)
  return (
    <Mantine>
      <MantineModal {...props} onClose={close} />
    </Mantine>
  )
}

/** The same at an edge of the page. */
export function Drawer(props: DrawerProps) {
  const close = useBackToClose(props)
  return (
    <Mantine>
      <MantineDrawer {...props} onClose={close} />
    </Mantine>
  )
}
