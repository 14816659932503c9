import { createRoute, notFound } from '@tanstack/react-router'
import { missingPage, shellArea } from '#web/areas.tsx'
import { lazyPage } from '#web/lib/navigation/lazy-page.ts'
import { readInboxSearch } from './inbox-search.ts'

/** `/email/<id>?folder=&q=&message=`; the messages are read by the page. */
const inbox = createRoute({
  getParentRoute: () => shellArea,
  path: '/email/$id',
  staticData: { title: 'Inbox' },
  validateSearch: readInboxSearch,
  loader: async ({ context: { queryClient, trpc }, params: { id } }) => {
    const all = await queryClient.fetchQuery(trpc.email.list.queryOptions({}))
    if (!all.some((account) => account.id === id)) throw notFound()
  },
  component: lazyPage(() => import('./inbox-page.tsx'), 'InboxPage'),
  notFoundComponent: missingPage,
})

export const inboxRoutes = [inbox] as const
