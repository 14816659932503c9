import type { ReactNode } from 'react'
import { showName } from '#shared/names/show-name.ts'
import { RecordPanel } from '#web/list/record-panel.tsx'
import { RecordTabs } from '#web/list/record-tabs.tsx'
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
    <RecordPanel label={shown} back={{ label: 'All domains', searchOf: searchOfList }}>
      <h2 className="domain-name">{shown}</h2>
      {shown !== domain.name && <p className="domain-name quiet mono">{domain.name}</p>}
      <Summary domain={domain} />
      <DomainNotice domain={domain} />
      <RecordTabs label={shown} name="domain" tabs={domainTabs} chosen={tab} searchOf={searchOfTab}>
        <Tab domain={domain} search={search} />
      </RecordTabs>
    </RecordPanel>
  )
}
