import { createRoute } from '@tanstack/react-router'
import { type PageContext, shellArea } from '#web/areas.tsx'
import { lazyPage } from '#web/lib/navigation/lazy-page.ts'
import { given } from '#web/lib/search-values.ts'
import { type DomainSearch, readDomainSearch } from './domain-search.ts'

/** What the open tab shows first. */
function prefetchTab(
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
  if (tab === 'subdomains')
    return queryClient.prefetchQuery(trpc.domains.subdomains.list.queryOptions({ id }))
  return tab === undefined
    ? queryClient.prefetchQuery(trpc.domains.dns.list.queryOptions({ id }))
    : Promise.resolve()
}

// One chunk for both pages: the manifest, which every page loads, names each.
const load = () => import('./page/domains-page.tsx')

/** `/domains?domain=&tab=` */
const domains = createRoute({
  getParentRoute: () => shellArea,
  path: '/domains',
  staticData: { title: 'Domains' },
  validateSearch: readDomainSearch,
  loaderDeps: ({ search: { domain, tab } }) => given({ domain, tab }),
  loader: async ({ context, deps: { domain: wanted, tab } }) => {
    const all = await context.queryClient.fetchQuery(context.trpc.domains.list.queryOptions())
    const domain = all.find(({ id }) => id === wanted)
    if (!domain) return
    const { queryClient, trpc } = context
    await Promise.all([
      queryClient.prefetchQuery(trpc.servers.list.queryOptions()),
      prefetchTab(context, domain.id, tab),
    ])
  },
  component: lazyPage(load, 'DomainsPage'),
})

const certificates = createRoute({
  getParentRoute: () => shellArea,
  path: '/ssl-certificates',
  staticData: { title: 'SSL Certificates' },
  component: lazyPage(load, 'SslPage'),
})

export const routes = [domains, certificates] as const
