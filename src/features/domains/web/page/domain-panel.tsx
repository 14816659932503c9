import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { showName } from '#shared/names/show-name.ts'
import { serviceLabel } from '#shared/names/site-name.ts'
import { RecordPanel } from '#web/list/record-panel.tsx'
import { RecordTabs } from '#web/list/record-tabs.tsx'
import { useTRPC } from '#web/trpc.ts'
import type { Domain } from '../../contract/contract.ts'
import { statusName } from '../../contract/texts.ts'
import { domainTabs, searchOfList, searchOfTab } from '../domain-address.ts'
import type { DomainSearch, DomainTab } from '../domain-search.ts'
import { DnsTab } from '../records/dns-tab.tsx'
import { SslTab } from '../ssl-tab.tsx'
import { DomainNotice } from './domain-notice.tsx'
import { SettingsTab, SubdomainsTab } from './late-tabs.ts'

/** The site of the domain, with a link to it. */
function SiteOfDomain({ serviceId }: Pick<Domain, 'serviceId'>) {
  const services = useQuery(useTRPC().servers.list.queryOptions()).data ?? []
  const site = services.find(({ id }) => id === serviceId)
  return (
    site && (
      <p className="domain-text quiet">
        Site:{' '}
        <Link to="/server-management/$serviceId" params={{ serviceId: site.id }}>
          {serviceLabel(site, services)}
        </Link>
      </p>
    )
  )
}

function Summary({ domain }: { domain: Domain }) {
  const { status, ssl, autoRenew, certificate } = domain
  const cards = [
    ['Status', statusName(status).toUpperCase(), ''],
    ['SSL Certificate', ssl ? 'Active' : 'None', ssl && !certificate.isTrusted ? 'Test certificate' : ''],
    ['Auto Renewal', autoRenew ? 'ON' : 'OFF', ''],
  ] as const
  return (
    <dl className="domain-summary">
      {cards.map(([name, value, more]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
          {more && <dd className="domain-summary-more">{more}</dd>}
        </div>
      ))}
    </dl>
  )
}

type TabProps = { domain: Domain; search: DomainSearch }

const panels: Record<DomainTab, (props: TabProps) => ReactNode> = {
  dns: DnsTab,
  ssl: SslTab,
  subdomains: SubdomainsTab,
  settings: SettingsTab,
}

/** The selected domain: its status and four tabs. */
export function DomainPanel({ domain, search }: TabProps) {
  const { tab = 'dns' } = search
  const shown = showName(domain.name)
  const Tab = panels[tab]
  return (
    <RecordPanel label={shown} back={{ label: 'All domains', searchOf: searchOfList }}>
      <h2 className="domain-name">{shown}</h2>
      {shown !== domain.name && <p className="domain-name quiet mono">{domain.name}</p>}
      <SiteOfDomain serviceId={domain.serviceId} />
      <DomainNotice domain={domain} />
      <Summary domain={domain} />
      <RecordTabs label={shown} name="domain" tabs={domainTabs} chosen={tab} searchOf={searchOfTab}>
        <Tab domain={domain} search={search} />
      </RecordTabs>
    </RecordPanel>
  )
}
