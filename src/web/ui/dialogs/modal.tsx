import {
  type DrawerProps,
  Drawer as MantineDrawer,
  Modal as MantineModal,
  type ModalProps,
} from '@mantine/core'
import { Mantine } from '../mantine.tsx'
import { useBackToClose } from './use-back-to-close.ts'

/** A dialog in the middle of the page; all of Mantine that is inside it works. */
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
