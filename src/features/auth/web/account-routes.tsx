import { createRoute } from '@tanstack/react-router'
import { privately, shellArea } from '#web/areas.tsx'
import { lazyPage } from '#web/lib/navigation/lazy-page.ts'
import { given, readSearchDialog } from '#web/lib/search-values.ts'

type AccountSearch = { verified?: '1' | '0'; dialog?: 'password' | 'totp' }

const outcomes = ['1', '0'] as const

const readAccountSearch = ({ verified, dialog }: Record<string, unknown>): AccountSearch =>
  given({
    verified: outcomes.find((each) => each === String(verified)),
    dialog: readSearchDialog(dialog, ['password', 'totp']),
  })

const account = createRoute({
  getParentRoute: () => shellArea,
  path: '/account',
  staticData: { title: 'Account Settings', isPrivate: true },
  validateSearch: readAccountSearch,
  loader: privately(({ queryClient, trpc: { auth } }) =>
    Promise.all([
      queryClient.prefetchQuery(auth.security.queryOptions()),
      queryClient.prefetchQuery(auth.passkeys.list.queryOptions()),
      queryClient.prefetchQuery(auth.sessions.list.queryOptions()),
      queryClient.prefetchQuery(auth.signIns.queryOptions()),
    ]),
  ),
  component: lazyPage(() => import('./account-page.tsx'), 'AccountPage'),
})

export const routes = [account] as const
