import { createRoute } from '@tanstack/react-router'
import { shellArea, siteArea } from '#web/areas.tsx'
import { lazyPage } from '#web/lib/navigation/lazy-page.ts'
import { loading } from '../contract/loading.ts'
import { readEmailSearch } from './email-search.ts'

/** `/email?service=&account=&tab=` */
const email = createRoute({
  getParentRoute: () => shellArea,
  path: '/email',
  staticData: { title: 'Email', loading },
  validateSearch: readEmailSearch,
  loader: ({ context: { queryClient, trpc } }) =>
    Promise.all([
      queryClient.prefetchQuery(trpc.servers.list.queryOptions()),
      queryClient.prefetchQuery(trpc.email.list.queryOptions({})),
      queryClient.prefetchQuery(trpc.email.domains.queryOptions()),
      queryClient.prefetchQuery(trpc.email.stats.queryOptions()),
      queryClient.prefetchQuery(trpc.email.setup.queryOptions({})),
      queryClient.prefetchQuery(trpc.email.deleted.queryOptions({})),
    ]),
  component: lazyPage(() => import('./email-page.tsx'), 'EmailPage'),
})

/** The same of one site. */
const siteEmail = createRoute({
  getParentRoute: () => siteArea,
  path: '/email',
  staticData: { title: 'Email', siteTab: { order: 40 } },
  validateSearch: readEmailSearch,
  loader: ({ context: { queryClient, trpc } }) => queryClient.prefetchQuery(trpc.email.list.queryOptions({})),
  component: lazyPage(() => import('./site-email.tsx'), 'SiteEmail'),
})

export const routes = { shell: [email], site: [siteEmail] } as const
