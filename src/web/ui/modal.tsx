import {
  type DrawerProps,
  Drawer as MantineDrawer,
  Modal as MantineModal,
  type ModalProps,
} from '@mantine/core'
import { Mantine } from './mantine.tsx'

/** A dialog in the middle of the page; all of Mantine that is inside it works. */
export const Modal = (props: ModalProps) => (
  <Mantine>
    <MantineModal {...props} />
  </Mantine>
)

/** The same at an edge of the page. */
export const Drawer = (props: DrawerProps) => (
  <Mantine>
    <MantineDrawer {...props} />
  </Mantine>
)
