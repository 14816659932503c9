import type { ListedShare } from '#features/files/contract/shares.ts'
import { siteNameIn } from '#features/services/contract/site-name.ts'
import { formatMoment } from '#shared/time.ts'
import { trpc } from '#web/trpc.ts'
import { Confirming } from '#web/ui/confirming.tsx'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { QueryState } from '#web/ui/query-state.tsx'
import { showToast } from '#web/ui/toast.ts'
import { useDialog } from '#web/ui/use-dialog.ts'
import { DateTime } from '#web/ui/values.tsx'

const nameOf = ({ file }: ListedShare) => file.filePath

const columns: Column<ListedShare>[] = [
  { key: 'file', header: 'File', cell: (share) => <bdi>{nameOf(share)}</bdi> },
  { key: 'service', header: 'Service', cell: (share) => <SiteOf {...share} /> },
  { key: 'made', header: 'Made', cell: ({ createdAt }) => <DateTime at={createdAt} as="moment" /> },
  { key: 'ends', header: 'Ends', cell: (share) => <End {...share} /> },
  { key: 'actions', header: 'Actions', align: 'right', cell: (share) => <Revoke share={share} /> },
]

function SiteOf({ service }: ListedShare) {
  const { data: services = [] } = trpc.servers.list.useQuery()
  return siteNameIn(services, service.id, service.plan.name)
}

const End = ({ expiresAt, isResting }: ListedShare) => (
  <>
    <DateTime at={expiresAt} as="moment" />
    {isResting && ' (rests while the service is suspended)'}
  </>
)

function Revoke({ share }: { share: ListedShare }) {
  const dialog = useDialog<ListedShare>()
  const utils = trpc.useUtils()
  const revoke = trpc.files.shares.revoke.useMutation({
    meta: { failure: 'The link could not be revoked' },
    onSuccess: () => showToast({ title: 'Link Revoked' }),
    onSettled: () => utils.files.invalidate(),
  })
  const ask = (asked: ListedShare) => ({
    title: `Revoke the link to ${nameOf(asked)}?`,
    confirmLabel: 'Revoke',
    onConfirm: () => revoke.mutateAsync({ id: asked.id }),
    children: `This link from ${formatMoment(asked.createdAt)} opens nothing any more. The file stays, and so do its other links.`,
  })
  return (
    <>
      <button
        type="button"
        className="row-action"
        data-bad=""
        aria-label={`Revoke the link to ${nameOf(share)}`}
        onClick={() => dialog.open(share)}
      >
        Revoke…
      </button>
      <Confirming dialog={dialog} ask={ask} />
    </>
  )
}

/** The links to files that work without a session, and how to end one. */
export function SharesList() {
  const query = trpc.files.shares.list.useQuery()
  return (
    <>
      <h2>Shared links</h2>
      <p className="files-hint">Whoever has such a link can open the file until it ends.</p>
      <QueryState
        query={query}
        what="Your shared links"
        loadingText="Loading shared links..."
        empty={<EmptyState title="No shared links" text="Share a file, and its link is listed here." />}
      >
        {(shares) => (
          <DataTable
            caption="Shared links"
            columns={columns}
            rows={shares}
            rowId={({ id }) => id}
            rowLabel={nameOf}
          />
        )}
      </QueryState>
    </>
  )
}
