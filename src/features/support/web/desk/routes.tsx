import { createRoute } from '@tanstack/react-router'
import { administratorArea } from '#web/areas.tsx'
import { filteredInput, readListSearch } from '#web/desk/list-search.ts'
import { prefetchCounts } from '#web/desk/prefetch-counts.ts'
import { lazyPage } from '#web/lib/navigation/lazy-page.ts'
import { messageFilters } from '../../contract/message-states.ts'

const messages = createRoute({
  getParentRoute: () => administratorArea,
  path: '/admin/messages',
  staticData: { title: 'Messages' },
  validateSearch: readListSearch(messageFilters),
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) =>
    Promise.all([
      prefetchCounts(context),
      context.queryClient.prefetchQuery(
        context.trpc.admin.contactMessages.queryOptions(filteredInput(messageFilters, deps)),
      ),
    ]),
  component: lazyPage(() => import('#features/support/web/desk/messages-page.tsx'), 'AdminMessagesPage'),
})

export const deskRoutes = [messages] as const
