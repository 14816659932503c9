import type { PageContext } from '#web/areas.tsx'
import type { DomainSearch } from '../domain-search.ts'
import { SettingsTab, SubdomainsTab } from './late-tabs.ts'

/** What the open tab of a domain shows first. */
export function prefetchTab(
  { queryClient, trpc, features }: PageContext,
  id: string,
  tab: DomainSearch['tab'],
): Promise<unknown> {
  if (tab === 'ssl')
    return Promise.all([
      ...features.map(({ DomainCertificate }) => DomainCertificate?.preload()),
      queryClient.prefetchQuery(trpc.certificates.get.queryOptions({ id })),
      queryClient.prefetchQuery(trpc.domains.dnssec.get.queryOptions({ id })),
    ])
  if (tab === 'settings') return SettingsTab.preload()
  if (tab === undefined) return queryClient.prefetchQuery(trpc.domains.dns.list.queryOptions({ id }))
  return Promise.all([
    SubdomainsTab.preload(),
    queryClient.prefetchQuery(trpc.domains.subdomains.list.queryOptions({ id })),
  ])
}

/** All domains of the customer with the sites that they show, and the part that says what is paid. */
export async function prefetchAll({ queryClient, trpc, features }: PageContext) {
  const [domains] = await Promise.all([
    queryClient.fetchQuery(trpc.domains.list.queryOptions()),
    queryClient.prefetchQuery(trpc.servers.list.queryOptions()),
    queryClient.prefetchQuery(trpc.renewals.due.queryOptions()),
    ...features.map(({ DomainBilling }) => DomainBilling?.preload()),
  ])
  return domains
}
