import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { isEnded, keptDays } from '#features/services/contract/ended.ts'
import { showName } from '#shared/show-name.ts'
import { useTRPC } from '#web/trpc.ts'
import { ArrowLeftIcon } from '#web/ui/icons.tsx'
import { PanelTabs, panelId, tabId } from '#web/ui/panel-tabs.tsx'
import { statusName } from '../contract/texts.ts'
import type { Domain } from '../contract.ts'
import { DnsTab } from './dns-tab.tsx'
import { domainTabs, searchOfList, searchOfTab } from './domain-address.ts'
import { DomainProof } from './domain-proof.tsx'
import type { DomainSearch, DomainTab } from './domain-search.ts'
import { SettingsTab } from './settings-tab.tsx'
import { SslTab } from './ssl-tab.tsx'
import { SubdomainsTab } from './subdomains-tab.tsx'

/** Why a domain does not do what it is there for. */
const notices = new Map<string, string>(
  Object.entries({
    pending: 'This domain is not active yet: its records are kept, but not answered for.',
    expired: 'This domain has expired.',
    error: 'Something is wrong with this domain. Support can tell what.',
  }),
)

function Notice({ domain }: { domain: Domain }) {
  const trpc = useTRPC()
  const services = useQuery(trpc.servers.list.queryOptions()).data
  if (isEnded(services, domain.serviceId))
    return (
      <p className="domain-notice">
        The service of this domain has ended. The domain is removed with it after {keptDays} days, unless the
        service is brought back: <Link to="/contact">contact us</Link>.
      </p>
    )
  if (domain.challenge) return <DomainProof domain={domain} />
  const text = notices.get(domain.status)
  return text && <p className="domain-notice">{text}</p>
}

function Summary({ domain }: { domain: Domain }) {
  const { status, ssl, autoRenew } = domain
  const cards = [
    ['Status', statusName(status).toUpperCase()],
    ['SSL Certificate', ssl ? 'Active' : 'None'],
    ['Auto Renewal', autoRenew ? 'ON' : 'OFF'],
  ] as const
  return (
    <dl className="domain-summary">
      {cards.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
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

/** The selected domain: how it stands, and its four tabs. */
export function DomainPanel({ domain, search }: TabProps) {
  const { tab = 'dns' } = search
  const shown = showName(domain.name)
  const Tab = panels[tab]
  return (
    <section className="domain-panel panel" aria-label={shown}>
      <Link from="/domains" to="/domains" search={searchOfList} className="page-header-back domain-back">
        <ArrowLeftIcon size={14} /> All domains
      </Link>
      <h2 className="domain-name">{shown}</h2>
      {shown !== domain.name && <p className="domain-name domain-quiet mono">{domain.name}</p>}
      <Summary domain={domain} />
      <Notice domain={domain} />
      <PanelTabs label={shown} name="domain" tabs={domainTabs} chosen={tab} searchOf={searchOfTab} />
      <div
        className="domain-tab-panel"
        role="tabpanel"
        id={panelId('domain')}
        aria-labelledby={tabId('domain', tab)}
      >
        <Tab domain={domain} search={search} />
      </div>
    </section>
  )
}
