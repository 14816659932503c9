import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { formatBytes } from '#shared/bytes.ts'
import { OwnerLink } from '#web/desk/owner-link.tsx'
import { Pager } from '#web/desk/pager.tsx'
import { personName } from '#web/desk/person-name.ts'
import { useTRPC } from '#web/trpc.ts'
import { Confirming } from '#web/ui/dialogs/confirming.tsx'
import { useDialog } from '#web/ui/dialogs/use-dialog.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { showToast } from '#web/ui/overlays/toast.ts'
import { QueryState } from '#web/ui/query-state.tsx'
import { type Column, DataTable } from '#web/ui/tables/data-table.tsx'
import { StatusBadge } from '#web/ui/values/status-badge.tsx'
import { DateTime } from '#web/ui/values/values.tsx'
import type { AdminTrial } from '../../contract/contract.ts'

const route = getRouteApi('/signed-in/shell/administrator/admin/trials')

const columnsOf = (takeDown: (trial: AdminTrial) => void): Column<AdminTrial>[] => [
  {
    key: 'name',
    header: 'Site',
    cell: ({ name, url }) =>
      url ? (
        <a className="trial-name" href={url} target="_blank" rel="noreferrer">
          {name}
        </a>
      ) : (
        <span className="trial-name">{name}</span>
      ),
  },
  {
    key: 'reports',
    header: 'Reports',
    card: 'state',
    cell: ({ reports }) =>
      reports > 0 ? <StatusBadge status={`${reports} reported`} tone="bad" /> : 'No reports',
  },
  { key: 'keptBy', header: 'Kept by', cell: ({ keptBy }) => (keptBy ? <OwnerLink user={keptBy} /> : '—') },
  { key: 'address', header: 'Uploaded from', cell: ({ address }) => <code>{address}</code>, isDetail: true },
  { key: 'size', header: 'Size', align: 'right', cell: ({ bytes }) => formatBytes(bytes) },
  { key: 'ends', header: 'Ends', cell: ({ expiresAt }) => <DateTime at={expiresAt} as="moment" /> },
  {
    key: 'actions',
    header: 'Actions',
    align: 'right',
    card: 'actions',
    cell: (trial) => (
      <button type="button" className="row-action" onClick={() => takeDown(trial)}>
        Take down…<span className="visually-hidden"> {trial.name}</span>
      </button>
    ),
  },
]

/** Sites that visitors put online, with a button to take them down. */
export function AdminTrialsPage() {
  const trpc = useTRPC()
  const search = route.useSearch()
  const query = useQuery(trpc.trials.desk.list.queryOptions(search))
  const takingDown = useDialog<AdminTrial>()
  const queryClient = useQueryClient()
  const takeDown = useMutation(
    trpc.trials.desk.takeDown.mutationOptions({
      meta: { failure: 'The site could not be taken down' },
      onSuccess: () => {
        showToast({ title: 'Site taken down', description: 'Its address no longer works.' })
        return queryClient.invalidateQueries(trpc.trials.pathFilter())
      },
    }),
  )
  return (
    <section aria-label="Temporary sites">
      <QueryState
        query={query}
        what="The temporary sites"
        loadingText="Loading temporary sites..."
        isEmpty={({ items }) => items.length === 0}
        empty={<EmptyState title="No temporary sites" text="Sites that visitors put online appear here." />}
      >
        {({ items }) => (
          <DataTable
            caption="Temporary sites"
            columns={columnsOf(takingDown.open)}
            rows={items}
            rowId={({ id }) => id}
            rowLabel={({ name }) => name}
          />
        )}
      </QueryState>
      <Pager search={search} nextCursor={query.data?.nextCursor} />
      <Confirming
        dialog={takingDown}
        ask={({ id, name, keptBy }) => ({
          title: 'Take down this site?',
          children: keptBy
            ? `${name} and its files are deleted immediately. ${personName(keptBy)} is waiting to move it to a service.`
            : `${name} and its files are deleted immediately.`,
          confirmLabel: 'Take down',
          onConfirm: () => takeDown.mutateAsync({ id }),
        })}
      />
    </section>
  )
}
