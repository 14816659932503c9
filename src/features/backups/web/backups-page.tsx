import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { texts } from '#shared/backup-texts.ts'
import { ServiceFilter } from '#web/list/service-filter.tsx'
import { useTRPC } from '#web/trpc.ts'
import { usePageDialog } from '#web/ui/dialogs/use-asked-dialog.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ArchiveIcon, PlusIcon } from '#web/ui/icons.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { QueryState } from '#web/ui/query-state.tsx'
import { BackupList } from './backup-list.tsx'
import { listInput } from './backup-search.ts'
import { BackupSummary } from './backup-summary.tsx'
import { ScheduleCard } from './schedule-card.tsx'
import { useCreateBackup } from './use-create-backup.ts'

const route = getRouteApi('/signed-in/shell/backups')

const CreateDialog = lazyPart(() => import('./backup-create-dialog.tsx'), 'BackupCreateDialog')

/** The customer's backups: create, restore, download and delete them, and schedule them. */
export function BackupsPage() {
  const trpc = useTRPC()
  const search = route.useSearch()
  const query = useQuery(trpc.backups.list.queryOptions(listInput(search)))
  const services = useQuery(trpc.servers.list.queryOptions()).data ?? []
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
    <div className="list-page backups">
      <PageHeader
        title="Backups"
        subtitle="Verified copies of your files, databases and mailboxes, ready to restore or download."
        actions={
          <>
            <ServiceFilter services={services} chosen={search.service} />
            <button type="button" className="button" data-primary="" onClick={open}>
              <PlusIcon size={16} /> Create Backup
            </button>
          </>
        }
      />
      <BackupSummary backups={query.data} />
      <QueryState query={query} what="Your backups" loadingText="Loading backups..." empty={empty}>
        {(backups) => <BackupList backups={backups} />}
      </QueryState>
      <ScheduleCard services={active} chosen={search.service} dialog={scheduling} />
      {dialog.subject && (
        <CreateDialog
          key={dialog.key}
          opened={dialog.isOpen}
          onClose={dialog.close}
          services={active}
          chosen={search.service}
          creation={creation}
          backups={query.data ?? []}
        />
      )}
    </div>
  )
}
