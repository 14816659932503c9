import { createRoute } from '@tanstack/react-router'
import { shellArea, siteArea } from '#web/areas.tsx'
import { lazyPage, loadPage } from '#web/lib/navigation/lazy-page.ts'
import { given } from '#web/lib/search-values.ts'
import { readDomainSearch } from './domain-search.ts'

// The prefetched data of a page is in its chunk, and all pages are in one: the manifest, which every page loads, names each.
const load = () => import('./page/domains-page.tsx')

/** `/domains?domain=&tab=` */
const domains = createRoute({
  getParentRoute: () => shellArea,
  path: '/domains',
  staticData: { title: 'Domains' },
  validateSearch: readDomainSearch,
  loaderDeps: ({ search: { domain, tab } }) => given({ domain, tab }),
  loader: async ({ context, deps }) => (await loadPage(load)).prefetchDomains(context, deps),
  component: lazyPage(load, 'DomainsPage'),
})

const certificates = createRoute({
  getParentRoute: () => shellArea,
  path: '/ssl-certificates',
  staticData: { title: 'SSL Certificates' },
  component: lazyPage(load, 'SslPage'),
})

const siteDomain = createRoute({
  getParentRoute: () => siteArea,
  path: '/domain',
  staticData: { title: 'Domain', siteTab: { order: 30 } },
  loader: async ({ context }) => (await loadPage(load)).prefetchSiteDomain(context),
  component: lazyPage(load, 'SiteDomainPage'),
})

export const routes = { shell: [domains, certificates], site: [siteDomain] } as const
