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
import { shownMetrics } from './lists.ts'
import { useInstanceActions } from './use-instance-actions.ts'

export type PanelProps = { all: AllServices; search: CloudSearch }

type ListQuery<Row> = { data: Row[] | undefined; error: unknown; isPending: boolean; refetch: () => unknown }

/** The section of an entity that has a call of its own. */
export const asked = <Row extends Resource>(entity: Entity<Row>, useRows: () => ListQuery<Row>) =>
  function AskedSection({ search }: { search: CloudSearch }) {
    const what = entity.title
    return (
      <QueryState
        query={useRows()}
        what={what}
        loadingText={`Loading ${what.toLowerCase()}...`}
        isEmpty={() => false}
      >
        {(rows) => <EntitySection entity={entity} rows={rows} search={search} />}
      </QueryState>
    )
  }

const LoadBalancers = asked(loadBalancers, () => trpc.cloud.loadBalancers.useQuery())
const Distributions = asked(distributions, () => trpc.cloud.cdn.useQuery())
const ApiGateways = asked(apiGateways, () => trpc.cloud.apiGateways.useQuery())
const Queues = asked(queues, () => trpc.cloud.messaging.useQuery())
const Pipelines = asked(devops, () => trpc.cloud.devops.useQuery())
const MlServices = asked(mlServices, () => trpc.cloud.mlServices.useQuery())
const Metrics = asked(metrics, () => trpc.cloud.metrics.useQuery(shownMetrics))
const Monitoring = asked(monitoring, () => trpc.cloud.monitoring.useQuery())

function Instances({ all, search }: PanelProps) {
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
  compute: ({ all, search }) => (
    <>
      <Instances all={all} search={search} />
      <LoadBalancers search={search} />
    </>
  ),
  storage: ({ all, search }) => (
    <>
      <EntitySection entity={buckets} rows={all.storage} search={search} />
      <Distributions search={search} />
    </>
  ),
  databases: ({ all, search }) => <EntitySection entity={databases} rows={all.databases} search={search} />,
  serverless: ({ all, search }) => (
    <>
      <EntitySection entity={functions} rows={all.functions} search={search} />
      <ApiGateways search={search} />
      <Queues search={search} />
    </>
  ),
  containers: ({ all, search }) => (
    <>
      <EntitySection entity={containers} rows={all.containers} search={search} />
      <Pipelines search={search} />
    </>
  ),
  analytics: ({ all, search }) => (
    <>
      <EntitySection entity={analytics} rows={all.analytics} search={search} />
      <MlServices search={search} />
      <Metrics search={search} />
    </>
  ),
  security: ({ all, search }) => (
    <>
      <EntitySection entity={security} rows={all.security} search={search} />
      <Monitoring search={search} />
    </>
  ),
}
