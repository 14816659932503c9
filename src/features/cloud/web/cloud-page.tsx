import { useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { serverMessage } from '#web/lib/calls/api-error.ts'
import { WorkspaceTiles } from '#web/shell/workspace-tiles.tsx'
import { useTRPC } from '#web/trpc.ts'
import { useDialog } from '#web/ui/dialogs/use-dialog.ts'
import { RefreshIcon } from '#web/ui/icons.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { QueryState, SkeletonRows } from '#web/ui/query-state.tsx'
import { SearchField } from '#web/ui/tables/search-field.tsx'
import type { AllServices } from '../contract.ts'
import { texts } from '../entities/contract/texts.ts'
import { tabOf } from './kit/cloud-search.ts'
import { AccountsProvider } from './kit/resource.tsx'
import { Overview } from './overview.tsx'
import { Panel } from './panel.tsx'
import type { RemovableAccount } from './provider-removal.tsx'
import { accountsId } from './providers.tsx'
import { TabList, tabNames } from './tab-list.tsx'
import { useCloud, useSeeding } from './use-cloud.ts'

const ProviderRemoval = lazyPart(() => import('./provider-removal.tsx'), 'ProviderRemoval')

const route = getRouteApi('/signed-in/shell/cloud-management')

/** The cloud command centre, below a strip of the dashboard's tiles. */
export function CloudPage() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const query = useCloud()
  const { seed, isSeeding, isSeeded } = useSeeding(query.data)
  const tab = tabOf(search)
  const { q: _, ...rest } = search
  const find = (q: string) =>
    void navigate({ search: q ? { ...rest, q } : rest, replace: true, resetScroll: false })
  const searchLabel = tab === 'overview' ? 'Search costs' : `Search ${tabNames[tab]}`
  const searchField = <SearchField label={searchLabel} q={search.q ?? ''} onSearch={find} />
  return (
    <div className="cloud">
      <PageHeader
        title="Cloud"
        subtitle="Your cloud accounts in one place, refreshed every 5 seconds."
        actions={
          <>
            <Refresh />
            <button
              type="button"
              className="button"
              data-primary={isSeeded ? undefined : ''}
              disabled={isSeeding}
              onClick={seed}
            >
              {isSeeded ? texts.seeded : texts.initialize}
            </button>
          </>
        }
      />
      <nav aria-label="Workspace">
        <WorkspaceTiles />
      </nav>
      <TabList search={search} />
      <PollFailure error={query.error} hasData={query.data !== undefined} />
      <QueryState
        query={query}
        what="Your cloud"
        loadingText="Loading cloud services..."
        isEmpty={({ instances }) => isSeeding && instances.length === 0}
        empty={<SkeletonRows text="Setting up your cloud..." />}
      >
        {(all) => (
          <AccountsProvider value={all.providers}>
            {all.providers.length === 0 && <NothingYet />}
            <SampleNotice providers={all.providers} />
            {tab === 'overview' ? (
              <Overview {...{ all, search, searchField }} />
            ) : (
              <Panel key={tab} {...{ tab, all, search, searchField }} />
            )}
          </AccountsProvider>
        )}
      </QueryState>
    </div>
  )
}

/** Shown without any account: two ways to begin. */
const NothingYet = () => (
  <p className="cloud-notice">
    <strong>Your cloud is empty.</strong>
    <span>
      {texts.initialize} adds sample data. To see your own resources,{' '}
      <Link to="/cloud-management" hash={accountsId}>
        connect an account
      </Link>
      .
    </span>
  </p>
)

/** Marks sample data once for the whole screen, with a button to remove it. */
function SampleNotice({ providers }: Pick<AllServices, 'providers'>) {
  const removing = useDialog<RemovableAccount>()
  const sample = providers.find((provider) => provider.sample)
  return (
    <>
      {sample && (
        <p className="cloud-notice" data-sample="">
          <strong>Sample data</strong>
          <span>
            {providers.length === 1
              ? 'This is all sample data, costs included.'
              : 'Resources marked Sample do not exist. Totals and costs include them.'}
          </span>
          <button type="button" className="button" onClick={() => removing.open(sample)}>
            Remove sample data…
          </button>
        </p>
      )}
      {removing.subject && <ProviderRemoval dialog={removing} />}
    </>
  )
}

/** Reloads everything on the screen, and announces when it is done. */
function Refresh() {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const [state, setState] = useState('')
  const refresh = async () => {
    setState('Refreshing...')
    await queryClient.invalidateQueries(trpc.cloud.pathFilter())
    setState('Refreshed.')
  }
  return (
    <>
      <button type="button" className="button" aria-busy={state === 'Refreshing...'} onClick={refresh}>
        <RefreshIcon size={16} /> Refresh
      </button>
      <span role="status" className="visually-hidden">
        {state}
      </span>
    </>
  )
}

/** A failed poll leaves the screen unchanged, with a notice. */
function PollFailure({ error, hasData }: { error: unknown; hasData: boolean }) {
  if (!error || !hasData) return null
  return (
    <p className="cloud-notice" data-bad="" role="alert">
      <strong>Refresh failed.</strong>
      <span>{serverMessage(error) ?? 'The portal could not be reached.'} Showing earlier data.</span>
    </p>
  )
}
