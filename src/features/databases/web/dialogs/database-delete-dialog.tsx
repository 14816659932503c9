import { typeNames } from '#features/engines/contract/kinds.ts'
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx'
import { useDatabaseChanges } from '../use-database-changes.ts'
import type { DatabaseDialogProps } from './dialog-props.ts'

/** Confirms a deletion, and says how long the database can be restored. */
export function DatabaseDeleteDialog({ database, opened, onClose }: DatabaseDialogProps) {
  const { id, dbName, dbType, size, connection, isMissing } = database
  const { remove } = useDatabaseChanges()
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={`Delete ${dbName}?`}
      confirmLabel="Delete"
      onConfirm={() => remove.mutateAsync({ id })}
    >
      <p>
        The {typeNames[dbType]} database <strong>{dbName}</strong> ({size} MB) and its user{' '}
        <span className="mono">{connection.username}</span> are removed. Apps that use them stop working.
      </p>
      <p>
        {isMissing
          ? 'The database server no longer has it, so there is nothing to restore.'
          : 'You can restore it for 7 days under Deleted Databases. After that it is permanently deleted.'}
      </p>
    </ConfirmDialog>
  )
}
