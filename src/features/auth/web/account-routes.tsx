import { createRoute } from '@tanstack/react-router'
import { shellArea } from '#web/areas.tsx'
import { lazyPage } from '#web/lib/lazy-page.ts'

type AccountSearch = { verified?: '1' | '0' }

function readAccountSearch({ verified }: Record<string, unknown>): AccountSearch {
  if (String(verified) === '1') return { verified: '1' }
  return String(verified) === '0' ? { verified: '0' } : {}
}

const account = createRoute({
  getParentRoute: () => shellArea,
  path: '/account',
  staticData: { title: 'Account Settings' },
  validateSearch: readAccountSearch,
  loader: ({ context: { utils } }) => utils.auth.sessions.list.prefetch(),
  component: lazyPage(() => import('./account-page.tsx'), 'AccountPage'),
})

export const routes = [account] as const
