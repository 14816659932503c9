import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ListedShare } from '#features/files/contract/shares.ts'
import { serviceLabelIn } from '#shared/names/site-name.ts'
import { formatMoment } from '#shared/time.ts'
import { useTRPC } from '#web/trpc.ts'
import { Confirming } from '#web/ui/dialogs/confirming.tsx'
import { useDialog } from '#web/ui/dialogs/use-dialog.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { showToast } from '#web/ui/overlays/toast.ts'
import { QueryState } from '#web/ui/query-state.tsx'
import { type Column, DataTable } from '#web/ui/tables/data-table.tsx'
import { DateTime } from '#web/ui/values/values.tsx'
import { useFilesPlace } from '../files-place.tsx'

const nameOf = ({ file }: ListedShare) => file.filePath

const columns: Column<ListedShare>[] = [
  { key: 'file', header: 'File', cell: (share) => <bdi>{nameOf(share)}</bdi> },
  { key: 'service', header: 'Website', cell: (share) => <SiteOf {...share} /> },
  { key: 'made', header: 'Created', cell: ({ createdAt }) => <DateTime at={createdAt} as="moment" /> },
  { key: 'ends', header: 'Expires', cell: (share) => <End {...share} /> },
  { key: 'actions', header: 'Actions', align: 'right', cell: (share) => <Revoke share={share} /> },
]

function SiteOf({ service }: ListedShare) {
  const trpc = useTRPC()
  const { data: services = [] } = useQuery(trpc.servers.list.queryOptions())
  return serviceLabelIn(services, service.id, service.plan.name)
}

const End = ({ expiresAt, isResting }: ListedShare) => (
  <>
    <DateTime at={expiresAt} as="moment" />
    {isResting && ' (paused while the service is suspended)'}
  </>
)

function Revoke({ share }: { share: ListedShare }) {
  const trpc = useTRPC()
  const dialog = useDialog<ListedShare>()
  const queryClient = useQueryClient()
  const revoke = useMutation(
    trpc.files.shares.revoke.mutationOptions({
      meta: { failure: 'The link could not be revoked' },
      onSuccess: () => showToast({ title: 'Link Revoked' }),
      onSettled: () => queryClient.invalidateQueries(trpc.files.pathFilter()),
    }),
  )
  const ask = (asked: ListedShare) => ({
    title: `Revoke the link to ${nameOf(asked)}?`,
    confirmLabel: 'Revoke',
    onConfirm: () => revoke.mutateAsync({ id: asked.id }),
    children: `The link created on ${formatMoment(asked.createdAt)} will stop working. The file and its other links stay.`,
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

/** Public links to files, each with a button to revoke it. */
export function SharesList() {
  const trpc = useTRPC()
  const { search, siteId } = useFilesPlace()
  const all = useQuery(trpc.files.shares.list.queryOptions())
  const query = {
    ...all,
    data: all.data?.filter(({ service }) => !search.service || service.id === search.service),
  }
  return (
    <>
      <h2>Shared links</h2>
      <p className="files-hint">Anyone with one of these links can open the file until the link expires.</p>
      <QueryState
        query={query}
        what="Your shared links"
        loadingText="Loading shared links..."
        empty={<EmptyState title="No shared links" text="Links that you create for files appear here." />}
      >
        {(shares) => (
          <DataTable
            caption="Shared links"
            columns={siteId === undefined ? columns : columns.filter(({ key }) => key !== 'service')}
            rows={shares}
            rowId={({ id }) => id}
            rowLabel={nameOf}
          />
        )}
      </QueryState>
    </>
  )
}
