import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { formatLimit } from '#shared/bytes.ts'
import { showName } from '#shared/names/show-name.ts'
import { useTRPC } from '#web/trpc.ts'
import { CopyButton } from '#web/ui/values/copy-button.tsx'
import { IpAddress } from '#web/ui/values/ip-address.tsx'
import { StatusBadge } from '#web/ui/values/status-badge.tsx'
import { DateTime, Money } from '#web/ui/values/values.tsx'
import type { Service } from '../../contract/contract.ts'
import type { Limits } from '../../contract/limits.ts'
import { FirstSteps } from '../dashboard/first-steps-part.ts'
import { ServerStats } from './server-stats.tsx'
import { keptByTexts, machineFacts, notConnectedText } from './server-texts.ts'
import { ServerTimeline } from './timeline/server-timeline.tsx'

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)

function Domain({ domain }: { domain: string | null }) {
  if (!domain) return <span className="server-quiet">No domain yet</span>
  return (
    <>
      <span className="mono">{showName(domain)}</span>{' '}
      <CopyButton value={domain} label={`Copy domain ${domain}`} />
    </>
  )
}

/** The reason for a missing address: a stopped site has had one. */
const absentSite = (status: Service['status']): string =>
  status === 'pending' ? 'Assigned on activation' : 'Offline'

function Details({ service }: { service: Service }) {
  const { plan, category, domain, serverIp, url, previewUrl, createdAt, status } = service
  return (
    <section className="panel" aria-labelledby="details-title">
      <h2 id="details-title">Details</h2>
      <dl className="server-facts">
        <Fact name="Status">
          <StatusBadge status={status} />
        </Fact>
        <Fact name="Plan">
          {plan.name} <span className="server-quiet">{category.name}</span>
        </Fact>
        <Fact name="Price">
          <Money rupees={plan.price} /> <span className="server-quiet">per month</span>
        </Fact>
        <Fact name="Domain">
          <Domain domain={domain} />
        </Fact>
        <Fact name="Server IP">
          <IpAddress ip={serverIp} />
        </Fact>
        <Fact name="Site">
          {url ? (
            <a className="mono server-address" href={previewUrl ?? url} target="_blank" rel="noreferrer">
              {previewUrl ?? url}
            </a>
          ) : (
            <span className="server-quiet">{absentSite(status)}</span>
          )}
        </Fact>
        <Fact name="Ordered">
          <DateTime at={createdAt} />
        </Fact>
      </dl>
    </section>
  )
}

/** The plan's limits, and the facts that the company states about the machine. */
function Resources({ limits }: { limits: Limits | undefined }) {
  return (
    <section className="panel" aria-labelledby="resources-title">
      <h2 id="resources-title">Resources</h2>
      <div className="server-resources">
        <div>
          <h3>Your plan</h3>
          {limits && (
            <dl className="server-facts">
              <Fact name="Memory">{formatLimit(limits.memoryBytes)}</Fact>
              <Fact name="Storage">{formatLimit(limits.diskBytes)}</Fact>
              <Fact name="Bandwidth">Unmetered</Fact>
              <Fact name="Processor">{limits.cpuPercent / 100} vCPU</Fact>
            </dl>
          )}
          {limits && (
            <p className="server-quiet">{limits.keptBy ? keptByTexts[limits.keptBy] : notConnectedText}</p>
          )}
        </div>
        <div>
          <h3>Host machine</h3>
          <dl className="server-facts">
            {machineFacts.map(({ name, value }) => (
              <Fact key={name} name={name}>
                {value}
              </Fact>
            ))}
          </dl>
          <p className="server-quiet">Shared with other services.</p>
        </div>
      </div>
    </section>
  )
}

/** The service's facts, usage and limits. */
export function ServerOverview({ service }: { service: Service }) {
  const trpc = useTRPC()
  const limits = useQuery(trpc.servers.limits.queryOptions({ id: service.id })).data
  return (
    <>
      {service.status === 'active' && <FirstSteps service={service} />}
      <ServerStats serviceId={service.id} limits={limits} />
      {service.status !== 'pending' && <ServerTimeline service={service} />}
      <div className="server-columns">
        <Details service={service} />
        <Resources limits={limits} />
      </div>
    </>
  )
}
