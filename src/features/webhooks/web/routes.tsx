import { createRoute } from '@tanstack/react-router'
import { privately, shellArea } from '#web/areas.tsx'
import { lazyPage } from '#web/lib/navigation/lazy-page.ts'
import { given, readSearchDialog } from '#web/lib/search-values.ts'

type WebhooksSearch = { dialog?: 'create' }

const webhooks = createRoute({
  getParentRoute: () => shellArea,
  path: '/account/webhooks',
  staticData: {
    title: 'Webhooks',
    above: { to: '/account/notifications', label: 'Notifications' },
    isPrivate: true,
  },
  validateSearch: ({ dialog }: Record<string, unknown>): WebhooksSearch =>
    given({ dialog: readSearchDialog(dialog, ['create']) }),
  loader: privately(({ queryClient, trpc }) =>
    queryClient.prefetchQuery(trpc.webhooks.list.queryOptions({})),
  ),
  component: lazyPage(() => import('./webhooks-page.tsx'), 'WebhooksPage'),
})

export const routes = [webhooks] as const
