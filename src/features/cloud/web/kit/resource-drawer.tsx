import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import { useTRPC } from '#web/trpc.ts'
import { Drawer } from '#web/ui/dialogs/modal.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { QueryState } from '#web/ui/query-state.tsx'
import type { CloudSearch } from './cloud-search.ts'
import type { Fact, Measured, Stored } from './entity.ts'
import { Sample, useAccountName } from './resource.tsx'
import { ResourceMetrics } from './resource-metrics.tsx'
import { rowLinkId } from './resource-name.tsx'

export type ShownResource = {
  id: string
  providerId: string
  name: string
  isSimulated: boolean
  facts: Fact[]
  stored?: Stored | undefined
  measured?: Measured | undefined
  actions?: ReactNode
}

type ResourceDrawerProps = {
  entity: { id: string; one: string }
  /** Absent when the selected resource does not exist. */
  resource: ShownResource | undefined
  /** The id that the URL selects. */
  selected: string | undefined
  search: CloudSearch
}

/** Long enough for the drawer's focus trap to release the focus. */
const releaseMs = 50

const focusRow = (entity: string, id: string): void => {
  setTimeout(() => document.getElementById(rowLinkId(entity, id))?.focus(), releaseMs)
}

/** All stored details of a resource, beside the list. The URL opens it; closing it returns the focus to the row. */
export function ResourceDrawer({ entity, resource, selected, search }: ResourceDrawerProps) {
  const navigate = useNavigate()
  const before = useRef(selected)
  useEffect(() => {
    // Also when the browser's Back button closed it.
    if (selected === undefined && before.current !== undefined) focusRow(entity.id, before.current)
    before.current = selected
  }, [selected, entity.id])
  const close = () => {
    const { selected: _, ...rest } = search
    void navigate({ to: '/cloud-management', search: rest, resetScroll: false })
  }
  const title = resource?.name ?? `No such ${entity.one}`
  return (
    <Drawer
      opened={selected !== undefined}
      onClose={close}
      position="right"
      size={480}
      title={title}
      returnFocus={false}
      transitionProps={{ duration: 0 }}
      attributes={{ header: { role: 'presentation' } }}
      closeButtonProps={{ 'aria-label': `Close: ${title}` }}
    >
      {resource ? (
        <Details {...resource} />
      ) : (
        <EmptyState title={title} text="It was removed, or it belongs to another account." />
      )}
    </Drawer>
  )
}

function Details({ id, providerId, isSimulated, facts, stored, measured, actions }: ShownResource) {
  const account = { name: 'Account', value: useAccountName(providerId) ?? '—' }
  return (
    <div className="cloud-details">
      {isSimulated && (
        <p className="cloud-quiet">
          <Sample /> Exists only in this portal, with sample figures.
        </p>
      )}
      {actions && <div className="cloud-details-actions">{actions}</div>}
      <Facts facts={[account, ...facts]} />
      {stored && <StoredFacts stored={stored} id={id} />}
      {measured && <ResourceMetrics {...measured} />}
    </div>
  )
}

const Facts = ({ facts }: { facts: Fact[] }) => (
  <dl className="cloud-facts">
    {facts.map(({ name, value }) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)

function StoredFacts({ stored: { kind, factsOf }, id }: { stored: Stored; id: string }) {
  const trpc = useTRPC()
  const query = useQuery(trpc.cloud.get.queryOptions({ kind, id }))
  return (
    <QueryState query={query} what="The details" loadingText="Loading details...">
      {(details) => <Facts facts={factsOf(details)} />}
    </QueryState>
  )
}
