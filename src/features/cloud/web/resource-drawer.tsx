import { Drawer } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { trpc } from '#web/trpc.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { QueryState } from '#web/ui/query-state.tsx'
import type { CloudSearch } from './cloud-search.ts'
import { type Entity, type Fact, factsOf, type Resource, type Stored } from './entity.ts'
import { rowLinkId } from './resource-name.tsx'
import { Simulated } from './simulated.tsx'

type ResourceDrawerProps<Row extends Resource> = {
  entity: Entity<Row>
  /** Absent when nothing of the list is selected, or what is selected is not there. */
  row: Row | undefined
  selected: string | undefined
  search: CloudSearch
  actions?: (row: Row) => ReactNode
}

/** Long enough for the drawer's focus trap to let go. */
const releaseMs = 50

const focusRow = (entity: string, id: string): void => {
  setTimeout(() => document.getElementById(rowLinkId(entity, id))?.focus(), releaseMs)
}

/** All that is stored of a resource, beside the list. The address opens it; closing it gives the focus back to the row. */
export function ResourceDrawer<Row extends Resource>(props: ResourceDrawerProps<Row>) {
  const { entity, row, selected, search, actions } = props
  const navigate = useNavigate()
  const [last, setLast] = useState(row)
  if (row && row !== last) setLast(row)
  const shown = selected === undefined || row ? last : undefined
  const close = () => {
    const { selected: _, ...rest } = search
    void navigate({ to: '/cloud-management', search: rest, resetScroll: false })
    if (selected !== undefined) focusRow(entity.id, selected)
  }
  const title = shown ? entity.nameOf(shown) : `No such ${entity.one}`
  return (
    <Drawer
      opened={selected !== undefined}
      onClose={close}
      position="right"
      size={480}
      title={title}
      returnFocus={false}
      attributes={{ header: { role: 'presentation' } }}
      closeButtonProps={{ 'aria-label': `Close: ${title}` }}
      className="cloud-drawer"
    >
      {shown ? (
        <>
          {shown.simulated && (
            <p className="cloud-drawer-note">
              <Simulated /> Nothing of this exists outside of this portal; its figures are made up.
            </p>
          )}
          {actions && <div className="cloud-drawer-actions">{actions(shown)}</div>}
          <Facts facts={factsOf([...entity.columns, ...(entity.details ?? [])], shown)} />
          {entity.storedOf && <StoredFacts stored={entity.storedOf(shown)} id={shown.id} />}
        </>
      ) : (
        <EmptyState title={title} text="It was removed, or it belongs to another account." />
      )}
    </Drawer>
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
  const query = trpc.cloud.get.useQuery({ kind, id })
  return (
    <QueryState query={query} what="The details" loadingText="Loading details...">
      {(details) => <Facts facts={factsOf(details)} />}
    </QueryState>
  )
}
