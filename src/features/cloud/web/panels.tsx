import type { ReactNode } from 'react'
import { trpc } from '#web/trpc.ts'
import { QueryState } from '#web/ui/query-state.tsx'
import type { AllServices } from '../contract.ts'
import type { CloudSearch, Tab } from './cloud-search.ts'
import { analytics, buckets, containers, databases, functions, instances, security } from './entities.ts'
import type { Entity, Resource } from './entity.ts'
import { EntitySection } from './entity-section.tsx'
import {
  apiGateways,
  devops,
  distributions,
  loadBalancers,
  metrics,
  mlServices,
  monitoring,
  queues,
} from './further-entities.ts'
import { ActionNoticeLine, InstanceActions } from './instance-actions.tsx'
import { metricsFreshness, shownMetrics } from './lists.ts'
import { latestMetrics } from './metrics.ts'
import { useInstanceActions } from './use-instance-actions.ts'

export type PanelProps = { all: AllServices; search: CloudSearch; searchField: ReactNode }

type ListQuery<Row> = { data: Row[] | undefined; error: unknown; isPending: boolean; refetch: () => unknown }

type AskedProps<Row extends Resource> = { entity: Entity<Row>; query: ListQuery<Row>; search: CloudSearch }

/** The section of an entity that has a call of its own. */
function Asked<Row extends Resource>({ entity, query, search }: AskedProps<Row>) {
  const { title } = entity
  return (
    <QueryState query={query} what={title} loadingText={`Loading ${title}...`} isEmpty={() => false}>
      {(rows) => <EntitySection entity={entity} rows={rows} search={search} />}
    </QueryState>
  )
}

type SearchProps = { search: CloudSearch }

const LoadBalancers = ({ search }: SearchProps) => (
  <Asked entity={loadBalancers} query={trpc.cloud.loadBalancers.useQuery()} search={search} />
)
const Distributions = ({ search }: SearchProps) => (
  <Asked entity={distributions} query={trpc.cloud.cdn.useQuery()} search={search} />
)
const ApiGateways = ({ search }: SearchProps) => (
  <Asked entity={apiGateways} query={trpc.cloud.apiGateways.useQuery()} search={search} />
)
const Queues = ({ search }: SearchProps) => (
  <Asked entity={queues} query={trpc.cloud.messaging.useQuery()} search={search} />
)
const Pipelines = ({ search }: SearchProps) => (
  <Asked entity={devops} query={trpc.cloud.devops.useQuery()} search={search} />
)
const MlServices = ({ search }: SearchProps) => (
  <Asked entity={mlServices} query={trpc.cloud.mlServices.useQuery()} search={search} />
)
const Metrics = ({ all, search }: Pick<PanelProps, 'all' | 'search'>) => {
  const query = trpc.cloud.metrics.useQuery(shownMetrics, metricsFreshness)
  const data = query.data && latestMetrics(query.data, all)
  return <Asked entity={metrics} query={{ ...query, data }} search={search} />
}
const Monitoring = ({ search }: SearchProps) => (
  <Asked entity={monitoring} query={trpc.cloud.monitoring.useQuery()} search={search} />
)

function Instances({ all, search }: Pick<PanelProps, 'all' | 'search'>) {
  const acting = useInstanceActions()
  return (
    <EntitySection
      entity={instances}
      rows={all.instances}
      search={search}
      notice={<ActionNoticeLine notice={acting.notice} />}
      actions={(instance) => <InstanceActions instance={instance} acting={acting} />}
    />
  )
}

/** What each tab but the overview shows; together with the costs there, every stored entity. */
export const panels: Record<Exclude<Tab, 'overview'>, (props: PanelProps) => ReactNode> = {
  compute: ({ all, search, searchField }) => (
    <>
      {searchField}
      <Instances all={all} search={search} />
      <LoadBalancers search={search} />
    </>
  ),
  storage: ({ all, search, searchField }) => (
    <>
      {searchField}
      <EntitySection entity={buckets} rows={all.storage} search={search} />
      <Distributions search={search} />
    </>
  ),
  databases: ({ all, search, searchField }) => (
    <>
      {searchField}
      <EntitySection entity={databases} rows={all.databases} search={search} />
    </>
  ),
  serverless: ({ all, search, searchField }) => (
    <>
      {searchField}
      <EntitySection entity={functions} rows={all.functions} search={search} />
      <ApiGateways search={search} />
      <Queues search={search} />
    </>
  ),
  containers: ({ all, search, searchField }) => (
    <>
      {searchField}
      <EntitySection entity={containers} rows={all.containers} search={search} />
      <Pipelines search={search} />
    </>
  ),
  analytics: ({ all, search, searchField }) => (
    <>
      {searchField}
      <EntitySection entity={analytics} rows={all.analytics} search={search} />
      <MlServices search={search} />
      <Metrics all={all} search={search} />
    </>
  ),
  security: ({ all, search, searchField }) => (
    <>
      {searchField}
      <EntitySection entity={security} rows={all.security} search={search} />
      <Monitoring search={search} />
    </>
  ),
}
