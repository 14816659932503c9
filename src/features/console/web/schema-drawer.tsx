import { Drawer } from '#web/ui/dialogs/modal.tsx'
import type { Table } from '../contract/contract.ts'
import { SchemaTree } from './schema-tree.tsx'

type SchemaDrawerProps = { opened: boolean; onClose: () => void; databaseId: string; tables: Table[] }

/** The tables on a phone, which has no room for a sidebar. */
export function SchemaDrawer({ opened, onClose, databaseId, tables }: SchemaDrawerProps) {
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      title="Tables"
      transitionProps={{ duration: 0 }}
      attributes={{ header: { role: 'presentation' } }}
      closeButtonProps={{ 'aria-label': 'Close: Tables' }}
    >
      <SchemaTree databaseId={databaseId} tables={tables} onChoose={onClose} />
    </Drawer>
  )
}
