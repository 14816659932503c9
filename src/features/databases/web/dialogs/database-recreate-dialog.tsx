import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { typeNames } from '#features/engines/contract/kinds.ts'
import { useTRPC } from '#web/trpc.ts'
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx'
import { DateTime } from '#web/ui/values/values.tsx'
import { useDatabaseChanges } from '../use-database-changes.ts'
import type { DatabaseDialogProps } from './dialog-props.ts'

/** Recreates a database that its engine has lost, and names the backup that may have its data. */
export function DatabaseRecreateDialog({ database, opened, onClose }: DatabaseDialogProps) {
  const { id, dbName, dbType, connection } = database
  const { recreate } = useDatabaseChanges()
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={`Recreate ${dbName}?`}
      confirmLabel="Recreate Empty"
      onConfirm={() => recreate.mutateAsync({ id })}
    >
      <p>
        This creates an empty {typeNames[dbType]} database with the same name. The user{' '}
        <span className="mono">{connection.username}</span>, its password and its allowed addresses stay the
        same.
      </p>
      <LastBackup serviceId={database.serviceId} />
    </ConfirmDialog>
  )
}

function LastBackup({ serviceId }: { serviceId: string }) {
  const trpc = useTRPC()
  const { data } = useQuery(trpc.backups.list.queryOptions({ serviceId }))
  if (!data) return null
  const last = data.find(({ status, type }) => status === 'completed' && type !== 'files')
  const link = (
    <Link to="/backups" search={{ service: serviceId }}>
      Backups
    </Link>
  )
  if (!last) return <p>No backup of this service contains databases, so the data cannot be restored.</p>
  return (
    <p>
      To get the data back, restore <strong>{last.fileName}</strong> from{' '}
      <DateTime at={last.createdAt} as="moment" /> under {link} instead.
    </p>
  )
}
