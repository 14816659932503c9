import { useQuery } from '@tanstack/react-query'
import { everyRegion } from '#features/cloud-accounts/contract/provider-facts.ts'
import type { ConnectedProvider } from '#features/cloud-accounts/contract/providers.ts'
import { useTRPC } from '#web/trpc.ts'
import { usePageDialog } from '#web/ui/dialogs/use-asked-dialog.ts'
import { useDialog } from '#web/ui/dialogs/use-dialog.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PlusIcon } from '#web/ui/icons.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { QueryState } from '#web/ui/query-state.tsx'
import { type Column, DataTable } from '#web/ui/tables/data-table.tsx'
import { RowActions } from '#web/ui/tables/row-actions.tsx'
import { StatusBadge } from '#web/ui/values/status-badge.tsx'
import { DateTime } from '#web/ui/values/values.tsx'
import type { CloudSearch } from './kit/cloud-search.ts'
import type { RemovableAccount } from './provider-removal.tsx'
import { ProviderSwitch } from './provider-switch.tsx'

const ConnectDialog = lazyPart(() => import('./provider-connect-dialog.tsx'), 'ProviderConnectDialog')
const RotateDialog = lazyPart(() => import('./provider-rotate-dialog.tsx'), 'ProviderRotateDialog')
const ProviderRemoval = lazyPart(() => import('./provider-removal.tsx'), 'ProviderRemoval')

/** The heading, as a link target. */
export const accountsId = 'accounts'

/** The connected accounts: connect one, change its keys, remove it. */
export function Providers({ search }: { search: CloudSearch }) {
  const trpc = useTRPC()
  const query = useQuery(trpc.cloud.providers.list.queryOptions())
  const connecting = usePageDialog(search.dialog === 'connect', true)
  const rotating = useDialog<ConnectedProvider>()
  const removing = useDialog<RemovableAccount>()
  const connect = (
    <button type="button" className="button" onClick={() => connecting.open(true)}>
      <PlusIcon size={16} /> Connect an account
    </button>
  )
  return (
    <section aria-labelledby={accountsId} className="cloud-section">
      <div className="cloud-section-head">
        <h2 id={accountsId}>Connected accounts</h2>
        {connect}
      </div>
      <QueryState
        query={query}
        what="Your cloud accounts"
        loadingText="Loading cloud accounts..."
        empty={
          <EmptyState
            title="No accounts connected yet"
            text="Connect an account to see its resources here."
          />
        }
      >
        {(providers) => (
          <DataTable
            caption="Connected accounts"
            columns={columnsOf(rotating.open, removing.open)}
            rows={providers}
            rowId={({ id }) => id}
            rowLabel={({ displayName }) => displayName}
          />
        )}
      </QueryState>
      {connecting.subject && (
        <ConnectDialog key={connecting.key} opened={connecting.isOpen} onClose={connecting.close} />
      )}
      {rotating.subject && (
        <RotateDialog
          key={rotating.key}
          provider={rotating.subject}
          opened={rotating.isOpen}
          onClose={rotating.close}
        />
      )}
      {removing.subject && <ProviderRemoval dialog={removing} />}
    </section>
  )
}

type Open = (provider: ConnectedProvider) => void

const columnsOf = (rotate: Open, remove: Open): Column<ConnectedProvider>[] => [
  { key: 'name', header: 'Account', cell: (provider) => <Name provider={provider} /> },
  { key: 'state', header: 'State', card: 'state', cell: (provider) => <State provider={provider} /> },
  {
    key: 'key',
    header: 'Key',
    cell: ({ accessKeyId }) => <span className="mono">{accessKeyId ?? 'none'}</span>,
  },
  { key: 'region', header: 'Region', cell: (provider) => <Region provider={provider} /> },
  {
    key: 'refreshed',
    header: 'Last refreshed',
    cell: ({ refreshedAt, simulated }) =>
      refreshedAt ? <DateTime at={refreshedAt} as="relative" /> : simulated ? '—' : 'not yet',
  },
  {
    key: 'actions',
    header: 'Actions',
    align: 'right',
    card: 'actions',
    cell: (provider) => (
      <RowActions label={provider.displayName}>
        {!provider.simulated && (
          <>
            <ProviderSwitch provider={provider} />
            <button
              type="button"
              className="row-action"
              aria-label={`Change keys for ${provider.displayName}`}
              onClick={() => rotate(provider)}
            >
              Change keys…
            </button>
          </>
        )}
        <button
          type="button"
          className="row-action"
          data-bad=""
          aria-label={`Remove ${provider.displayName}`}
          onClick={() => remove(provider)}
        >
          Remove…
        </button>
      </RowActions>
    ),
  },
]

function Name({ provider: { displayName, name, simulated } }: { provider: ConnectedProvider }) {
  return (
    <span className="cloud-name">
      <strong>{displayName}</strong>
      {!simulated && <span className="cloud-quiet mono">{name}</span>}
    </span>
  )
}

/** The region of the account: one, or all. */
const Region = ({ provider: { region, simulated } }: { provider: ConnectedProvider }) =>
  region === everyRegion || simulated ? (
    'all regions'
  ) : (
    <span className="cloud-region">
      region <span className="mono">{region}</span>
    </span>
  )

/** Whether the provider accepted the keys; if not, why. */
function State({ provider }: { provider: ConnectedProvider }) {
  const { isActive, validatedAt, validationMessage, simulated } = provider
  const isValid = validatedAt !== null || simulated
  return (
    <span className="cloud-state">
      {isActive ? (
        <StatusBadge
          status={isValid ? 'active' : 'pending'}
          label={isValid ? 'Validated' : 'Not validated'}
        />
      ) : (
        <StatusBadge status="inactive" />
      )}
      {validationMessage && <span className="cloud-quiet">{validationMessage}</span>}
    </span>
  )
}
