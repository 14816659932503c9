import { createRoute, notFound } from '@tanstack/react-router'
import { missingPage, shellArea } from '#web/areas.tsx'
import { lazyPage } from '#web/lib/navigation/lazy-page.ts'
import { readInboxSearch } from './inbox-search.ts'

/** `/email/<id>?folder=&q=&message=`; the page loads the messages. */
const inbox = createRoute({
  getParentRoute: () => shellArea,
  path: '/email/$id',
  staticData: { title: 'Inbox', above: { to: '/email', label: 'Email' }, isPrivate: true },
  validateSearch: readInboxSearch,
  loader: async ({ context: { queryClient, trpc }, params: { id } }) => {
    const all = await queryClient.fetchQuery(trpc.email.list.queryOptions({}))
    const account = all.find((each) => each.id === id)
    if (!account) throw notFound()
    return { name: account.email }
  },
  head: ({ loaderData }) => ({ meta: [{ title: loaderData?.name }] }),
  component: lazyPage(() => import('./inbox-page.tsx'), 'InboxPage'),
  notFoundComponent: missingPage,
})

export const inboxRoutes = [inbox] as const
