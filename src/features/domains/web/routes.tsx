import { createRoute } from '@tanstack/react-router'
import { type PageContext, shellArea } from '#web/areas.tsx'
import { lazyPage } from '#web/lib/lazy-page.ts'
import { given } from '#web/lib/search-values.ts'
import { type DomainSearch, readDomainSearch } from './domain-search.ts'

/** What the open tab shows first. */
function prefetchTab({ utils }: PageContext, id: string, tab: DomainSearch['tab']): Promise<unknown> {
  if (tab === 'ssl')
    return Promise.all([utils.certificates.get.prefetch({ id }), utils.domains.dnssec.get.prefetch({ id })])
  if (tab === 'subdomains') return utils.domains.subdomains.list.prefetch({ id })
  if (tab === 'settings') return utils.servers.list.prefetch()
  return tab === undefined ? utils.domains.dns.list.prefetch({ id }) : Promise.resolve()
}

/** `/domains?domain=&tab=` */
const domains = createRoute({
  getParentRoute: () => shellArea,
  path: '/domains',
  staticData: { title: 'Domains' },
  validateSearch: readDomainSearch,
  loaderDeps: ({ search: { domain, tab } }) => given({ domain, tab }),
  loader: async ({ context, deps: { domain: wanted, tab } }) => {
    const all = await context.utils.domains.list.fetch()
    const domain = all.find(({ id }) => id === wanted)
    if (domain) await prefetchTab(context, domain.id, tab)
  },
  component: lazyPage(() => import('./domains-page.tsx'), 'DomainsPage'),
})

const certificates = createRoute({
  getParentRoute: () => shellArea,
  path: '/ssl-certificates',
  staticData: { title: 'SSL Certificates' },
  component: lazyPage(() => import('./ssl-page.tsx'), 'SslPage'),
})

export const routes = [domains, certificates] as const
