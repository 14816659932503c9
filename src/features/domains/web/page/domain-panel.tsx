import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { showName } from '#shared/names/show-name.ts'
import { ArrowLeftIcon } from '#web/ui/icons.tsx'
import { PanelTabs, panelId, tabId } from '#web/ui/panel-tabs.tsx'
import { statusName } from '../../contract/texts.ts'
import type { Domain } from '../../contract.ts'
import { domainTabs, searchOfList, searchOfTab } from '../domain-address.ts'
import type { DomainSearch, DomainTab } from '../domain-search.ts'
import { DnsTab } from '../records/dns-tab.tsx'
import { SettingsTab } from '../settings/settings-tab.tsx'
import { SslTab } from '../ssl-tab.tsx'
import { SubdomainsTab } from '../subdomains/subdomains-tab.tsx'
import { DomainNotice } from './domain-notice.tsx'

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
    <section className="record-panel panel" aria-label={shown}>
      <Link from="/domains" to="/domains" search={searchOfList} className="page-header-back record-back">
        <ArrowLeftIcon size={14} /> All domains
      </Link>
      <h2 className="domain-name">{shown}</h2>
      {shown !== domain.name && <p className="domain-name quiet mono">{domain.name}</p>}
      <Summary domain={domain} />
      <DomainNotice domain={domain} />
      <PanelTabs label={shown} name="domain" tabs={domainTabs} chosen={tab} searchOf={searchOfTab} />
      <div
        className="record-tab-panel"
        role="tabpanel"
        id={panelId('domain')}
        aria-labelledby={tabId('domain', tab)}
      >
        <Tab domain={domain} search={search} />
      </div>
    </section>
  )
}
