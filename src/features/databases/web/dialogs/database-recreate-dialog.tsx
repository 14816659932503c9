import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { typeNames } from '#features/engines/contract/kinds.ts'
import { useTRPC } from '#web/trpc.ts'
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx'
import { DateTime } from '#web/ui/values/values.tsx'
import { useDatabaseChanges } from '../use-database-changes.ts'
import type { DatabaseDialogProps } from './dialog-props.ts'

/** Makes a database again that its engine has lost, and names the backup that may have what was in it. */
export function DatabaseRecreateDialog({ database, opened, onClose }: DatabaseDialogProps) {
  const { id, dbName, dbType, connection } = database
  const { recreate } = useDatabaseChanges()
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={`Make ${dbName} again?`}
      confirmLabel="Make it again, empty"
      onConfirm={() => recreate.mutateAsync({ id })}
    >
      <p>
        {typeNames[dbType]} gets an empty database under the same name. The user{' '}
        <span className="mono">{connection.username}</span>, its password and its addresses stay as they are.
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
  if (!last) return <p>No backup of its service has databases, so nothing of what was in it is kept.</p>
  return (
    <p>
      The last backup of its service with databases is <strong>{last.fileName}</strong> of{' '}
      <DateTime at={last.createdAt} />. To have what was in it, restore that under {link} instead.
    </p>
  )
}
