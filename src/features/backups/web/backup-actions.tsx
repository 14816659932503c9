import type { Backup } from '#features/backups/contract.ts'
import { formatBytes } from '#shared/bytes.ts'
import { formatMoment } from '#shared/time.ts'
import { trpc } from '#web/trpc.ts'
import { Confirming } from '#web/ui/confirming.tsx'
import { RowActions } from '#web/ui/row-actions.tsx'
import { useDialog } from '#web/ui/use-dialog.ts'
import { useBackupChanges } from './use-backup-changes.ts'

/** Restore and download what is completed, delete anything. */
export function BackupActions({ backup }: { backup: Backup }) {
  const restoring = useDialog<Backup>()
  const deleting = useDialog<Backup>()
  const changes = useBackupChanges()
  const siteOf = useSiteOf()
  const { download } = changes
  const named = (verb: string) => `${verb} ${backup.fileName}`
  return (
    <>
      <RowActions label={backup.fileName}>
        {backup.status === 'completed' && (
          <>
            <button
              type="button"
              className="row-action"
              aria-label={named('Restore')}
              onClick={() => restoring.open(backup)}
            >
              Restore
            </button>
            <button
              type="button"
              className="row-action"
              aria-label={named('Download')}
              disabled={download.isPending}
              onClick={() => download.mutate(backup)}
            >
              Download
            </button>
          </>
        )}
        <button
          type="button"
          className="row-action"
          data-bad=""
          aria-label={named('Delete')}
          onClick={() => deleting.open(backup)}
        >
          Delete
        </button>
      </RowActions>
      <Confirming dialog={restoring} ask={askRestore(changes, siteOf)} />
      <Confirming dialog={deleting} ask={askDelete(changes, siteOf)} />
    </>
  )
}

type Changes = ReturnType<typeof useBackupChanges>

/** What a service is called by: its domain, else its plan. */
type SiteOf = (service: Backup['service']) => string

function useSiteOf(): SiteOf {
  const services = trpc.servers.list.useQuery().data ?? []
  return ({ id, plan }) => services.find((each) => each.id === id)?.domain ?? `your ${plan.name} service`
}

const askRestore =
  ({ restore }: Changes, siteOf: SiteOf) =>
  ({ id, fileName, createdAt, service }: Backup) => ({
    title: 'Restore this backup?',
    confirmLabel: 'Restore',
    onConfirm: () => restore.mutateAsync({ id }),
    children: (
      <>
        <p>
          This overwrites every file on <strong>{siteOf(service)}</strong> with {fileName} from{' '}
          {formatMoment(createdAt)}. Later changes are replaced and later files removed.
        </p>
        <p>
          A safety copy of the current files is made first and appears in the list. Nothing else can be
          written to this service until the restore is done.
        </p>
      </>
    ),
  })

const askDelete =
  ({ remove }: Changes, siteOf: SiteOf) =>
  ({ id, fileName, fileSize, service }: Backup) => ({
    title: 'Delete this backup?',
    confirmLabel: 'Delete',
    onConfirm: () => remove.mutateAsync({ id }),
    children: `${fileName} (${formatBytes(fileSize)}) of ${siteOf(service)} is permanently deleted. The files of the site stay as they are.`,
  })
