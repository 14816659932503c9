import type { ReactNode } from 'react'
import { QueryState } from '#web/ui/query-state.tsx'
import type { AllServices } from '../../contract.ts'
import type { CloudSearch } from './cloud-search.ts'
import type { Entity, Resource } from './entity.ts'
import { EntitySection } from './entity-section.tsx'

export type SectionProps = { all: AllServices; search: CloudSearch }

/** The part of a tab about one entity. */
export type Section = { id: string; render: (props: SectionProps) => ReactNode }

/** The section of an entity that is one of the eight lists. */
export const polledSection = <Row extends Resource>(
  entity: Entity<Row>,
  rowsOf: (all: AllServices) => readonly Row[],
): Section => ({
  id: entity.id,
  render: ({ all, search }) => <EntitySection entity={entity} rows={rowsOf(all)} search={search} />,
})

type ListQuery<Row> = { data: Row[] | undefined; error: unknown; isPending: boolean; refetch: () => unknown }
type UseRows<Row> = (all: AllServices) => ListQuery<Row>

/** The section of an entity that has an endpoint of its own. */
export const fetchedSection = <Row extends Resource>(
  entity: Entity<Row>,
  useRows: UseRows<Row>,
): Section => ({
  id: entity.id,
  render: (props) => <FetchedList entity={entity} useRows={useRows} {...props} />,
})

type FetchedListProps<Row extends Resource> = SectionProps & { entity: Entity<Row>; useRows: UseRows<Row> }

function FetchedList<Row extends Resource>({ entity, useRows, all, search }: FetchedListProps<Row>) {
  const query = useRows(all)
  const { title } = entity
  return (
    <QueryState query={query} what={title} loadingText={`Loading ${title}...`} isEmpty={() => false}>
      {(rows) => <EntitySection entity={entity} rows={rows} search={search} />}
    </QueryState>
  )
}
