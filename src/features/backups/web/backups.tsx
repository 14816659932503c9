import type { ReactNode } from 'react'
import type { Service } from '#features/services/contract/contract.ts'
import { texts } from '#shared/backup-texts.ts'
import { usePageDialog } from '#web/ui/dialogs/use-asked-dialog.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ArchiveIcon, PlusIcon } from '#web/ui/icons.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { QueryState } from '#web/ui/query-state.tsx'
import { BackupList } from './backup-list.tsx'
import type { BackupSearch } from './backup-search.ts'
import { RestoreNotices } from './restore-notice.tsx'
import { ScheduleCard } from './schedule/schedule-card.tsx'
import { useBackups } from './use-backups.ts'
import { useCreateBackup } from './use-create-backup.ts'

const CreateDialog = lazyPart(() => import('./backup-create-dialog.tsx'), 'BackupCreateDialog')

type BackupsProps = {
  /** All backups of the customer. */
  services: Service[]
  /** The service whose backups are shown. */
  chosen: string | undefined
  /** On the page of a site, its backups only. */
  isBound?: boolean
  search: BackupSearch
  /** Content above the list, with the create button. */
  head: (create: ReactNode) => ReactNode
}

/** Backups of one service or all: create, restore, download, delete and schedule them. */
export function Backups({ services, chosen, isBound = false, search, head }: BackupsProps) {
  const query = useBackups(chosen)
  const dialog = usePageDialog(search.dialog === 'create', true)
  const scheduling = usePageDialog(search.dialog === 'schedule', true)
  const creation = useCreateBackup(query.data ?? [])
  const active = services.filter(({ status }) => status === 'active')
  const open = () => dialog.open(true)
  const empty = (
    <EmptyState
      icon={<ArchiveIcon size={28} />}
      title={texts.emptyTitle}
      text={texts.emptyText}
      action={
        <button type="button" className="button" data-primary="" onClick={open}>
          Create Your First Backup
        </button>
      }
    />
  )
  return (
    <>
      {head(
        <button type="button" className="button" data-primary="" onClick={open}>
          <PlusIcon size={16} /> Create Backup
        </button>,
      )}
      <RestoreNotices serviceId={chosen} />
      <QueryState query={query} what="Your backups" loadingText="Loading backups..." empty={empty}>
        {(backups) => <BackupList backups={backups} isBound={isBound} />}
      </QueryState>
      <ScheduleCard services={active} chosen={chosen} isBound={isBound} dialog={scheduling} />
      {dialog.subject && (
        <CreateDialog
          key={dialog.key}
          opened={dialog.isOpen}
          onClose={dialog.close}
          services={active}
          chosen={chosen}
          isBound={isBound}
          creation={creation}
          backups={query.data ?? []}
        />
      )}
    </>
  )
}
