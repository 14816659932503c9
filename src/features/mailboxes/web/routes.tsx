import { createRoute } from '@tanstack/react-router'
import { shellArea } from '#web/areas.tsx'
import { lazyPage } from '#web/lib/navigation/lazy-page.ts'
import { loading } from '../contract/loading.ts'
import { readEmailSearch } from './email-search.ts'

/** `/email?account=&tab=` */
const email = createRoute({
  getParentRoute: () => shellArea,
  path: '/email',
  staticData: { title: 'Email', loading },
  validateSearch: readEmailSearch,
  loader: ({ context: { queryClient, trpc } }) =>
    Promise.all([
      queryClient.prefetchQuery(trpc.email.list.queryOptions({})),
      queryClient.prefetchQuery(trpc.email.stats.queryOptions()),
      queryClient.prefetchQuery(trpc.email.setup.queryOptions({})),
      queryClient.prefetchQuery(trpc.email.deleted.queryOptions({})),
    ]),
  component: lazyPage(() => import('./email-page.tsx'), 'EmailPage'),
})

export const routes = [email] as const
