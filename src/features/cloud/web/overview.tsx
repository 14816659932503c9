import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTRPC } from '#web/trpc.ts'
import { QueryState } from '#web/ui/query-state.tsx'
import type { AllServices } from '../contract.ts'
import type { CloudCost } from '../entities/costs/contract.ts'
import { costs } from '../entities/costs/web.ts'
import { Bars } from './bars.tsx'
import type { Bar } from './kit/bar.ts'
import { type CloudSearch, searchOfTab, tabs } from './kit/cloud-search.ts'
import {
  type CostSum,
  costsByMonth,
  costsByService,
  formatCost,
  formatMonth,
  nameCosts,
} from './kit/costs.ts'
import { EntitySection } from './kit/entity-section.tsx'
import { regionsOf } from './kit/resource.tsx'
import { LiveMetrics } from './live-metrics.tsx'
import type { PanelProps } from './panel.tsx'
import { accountsId, Providers } from './providers.tsx'
import { countOf, tabNames } from './tab-list.tsx'

/** Counts, decorative live metrics, costs, regions, and the connected accounts. */
export function Overview(props: PanelProps) {
  const { all } = props
  return (
    <>
      <Counts all={all} />
      <LiveMetrics />
      <Costs {...props} />
      <Providers search={props.search} />
    </>
  )
}

const listsOf = ({ providers: _, ...lists }: AllServices) => Object.values(lists).flat()

function Counts({ all }: { all: AllServices }) {
  const running = all.instances.filter(({ status }) => status === 'running').length
  return (
    <section aria-labelledby="counts-title" className="cloud-section">
      <div className="cloud-section-head">
        <h2 id="counts-title">Resources</h2>
        <p className="cloud-quiet">
          {running} of {all.instances.length} instances {running === 1 ? 'is' : 'are'} running.
        </p>
      </div>
      <ul className="metrics cloud-counts">
        {tabs.map(
          (tab) =>
            tab !== 'overview' && (
              <li key={tab}>
                <Link to="/cloud-management" search={searchOfTab(tab, {})} resetScroll={false}>
                  <span>{tabNames[tab]}</span>
                  <strong className="tabular">{countOf(tab, all)}</strong>
                </Link>
              </li>
            ),
        )}
        <li>
          <a href={`#${accountsId}`}>
            <span>Accounts</span>
            <strong className="tabular">{all.providers.length}</strong>
          </a>
        </li>
      </ul>
    </section>
  )
}

/** Whether the URL concerns the list of costs, which is folded otherwise. */
const isAbout = ({ q, sort, selected }: CloudSearch): boolean =>
  Boolean(q) || [sort, selected].some((each) => each?.replace(/^-/, '').startsWith(`${costs.id}.`))

function Costs({ all, search, searchField }: PanelProps) {
  const trpc = useTRPC()
  const query = useQuery(trpc.cloud.costs.queryOptions())
  const loadBalancers = useQuery(trpc.cloud.loadBalancers.queryOptions()).data
  const cdn = useQuery(trpc.cloud.cdn.queryOptions()).data
  return (
    <QueryState query={query} what="Your costs" loadingText="Loading costs..." isEmpty={() => false}>
      {(rows) => (
        <>
          <CostCharts costs={rows} all={all} />
          <details className="cloud-fold" open={isAbout(search)}>
            <summary>All costs, by resource and month</summary>
            {searchField}
            <EntitySection
              entity={costs}
              rows={nameCosts(rows, all, { loadBalancers, cdn })}
              search={search}
            />
          </details>
        </>
      )}
    </QueryState>
  )
}

const barOf = ({ name, amount, currency }: CostSum): Bar => ({
  name,
  value: amount,
  text: formatCost(amount, currency),
})

function CostCharts({ costs, all }: { costs: CloudCost[]; all: AllServices }) {
  const regions = regionsOf(listsOf(all))
  return (
    <section aria-label="Costs and regions" className="cloud-charts">
      <Bars
        title="Costs by service"
        nameHeader="Service"
        valueHeader="Amount"
        bars={costsByService(costs).map(barOf)}
      />
      <Bars
        title="Costs by month"
        nameHeader="Month"
        valueHeader="Amount"
        bars={costsByMonth(costs).map((sum) => barOf({ ...sum, name: formatMonth(sum.name) }))}
      />
      <Bars title="Resources by region" nameHeader="Region" valueHeader="Resources" bars={regions} />
    </section>
  )
}
