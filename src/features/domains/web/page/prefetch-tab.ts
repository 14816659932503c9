import type { PageContext } from '#web/areas.tsx'
import type { DomainSearch } from '../domain-search.ts'
import { SettingsTab, SubdomainsTab } from './late-tabs.ts'

/** Data for the open tab of a domain. */
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

/** All domains of the customer with their sites, and the part that shows payments. */
export async function prefetchAll({ queryClient, trpc, features }: PageContext) {
  const [domains] = await Promise.all([
    queryClient.fetchQuery(trpc.domains.list.queryOptions()),
    queryClient.prefetchQuery(trpc.servers.list.queryOptions()),
    queryClient.prefetchQuery(trpc.renewals.due.queryOptions()),
    ...features.map(({ DomainBilling }) => DomainBilling?.preload()),
  ])
  return domains
}
