import { createRoute } from '@tanstack/react-router'
import { privately, shellArea } from '#web/areas.tsx'
import { lazyPage } from '#web/lib/navigation/lazy-page.ts'
import { given } from '#web/lib/search-values.ts'

type SharedSearch = { invitation?: string }

const readSharedSearch = ({ invitation }: Record<string, unknown>): SharedSearch =>
  given({ invitation: typeof invitation === 'string' && invitation !== '' ? invitation : undefined })

const sharedRoute = createRoute({
  getParentRoute: () => shellArea,
  path: '/shared',
  staticData: { title: 'Shared with me', isPrivate: true },
  validateSearch: readSharedSearch,
  loader: privately(({ queryClient, trpc }) =>
    queryClient.prefetchQuery(trpc.memberships.list.queryOptions()),
  ),
  component: lazyPage(() => import('./shared-page.tsx'), 'SharedPage'),
})

export const routes = [sharedRoute] as const
