import { createRoute } from '@tanstack/react-router'
import { privately, shellArea } from '#web/areas.tsx'
import { lazyPage } from '#web/lib/navigation/lazy-page.ts'
import { given, readSearchDialog } from '#web/lib/search-values.ts'

type KeysSearch = { dialog?: 'create' }

const readKeysSearch = ({ dialog }: Record<string, unknown>): KeysSearch =>
  given({ dialog: readSearchDialog(dialog, ['create']) })

const keysRoute = createRoute({
  getParentRoute: () => shellArea,
  path: '/account/api-keys',
  staticData: { title: 'API Keys', above: { to: '/account', label: 'Account Settings' }, isPrivate: true },
  validateSearch: readKeysSearch,
  loader: privately(({ queryClient, trpc }) => queryClient.prefetchQuery(trpc.apiKeys.list.queryOptions())),
  component: lazyPage(() => import('./keys-page.tsx'), 'KeysPage'),
})

export const routes = [keysRoute] as const
