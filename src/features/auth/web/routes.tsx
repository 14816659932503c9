import { createRoute, redirect } from '@tanstack/react-router'
import { readNext } from '#features/auth/contract/texts.ts'
import { publicArea } from '#web/areas.tsx'
import { lazyPublicPage } from '#web/lib/lazy-page.ts'
import { describePage } from '#web/lib/page-description.ts'
import { readViewer } from '#web/viewer.ts'

type AuthSearch = { tab?: 'signup'; next?: string; reset?: true }

/** `?tab=signup&next=/databases`: the mode, and where to go once signed in. */
export function readAuthSearch({ tab, next, reset }: Record<string, unknown>): AuthSearch {
  const target = readNext(next)
  return {
    ...(tab === 'signup' && { tab }),
    ...(target && { next: target }),
    ...(reset ? { reset: true as const } : {}),
  }
}

const authRoute = createRoute({
  getParentRoute: () => publicArea,
  path: '/auth',
  validateSearch: readAuthSearch,
  beforeLoad: ({ context, search }) => {
    if (readViewer(context.queryClient)) throw redirect({ href: search.next ?? '/' })
  },
  component: lazyPublicPage(() => import('./auth-page.tsx'), 'AuthPage'),
  staticData: { title: 'Sign in or create an account' },
  head: describePage('Sign in to manage your hosting, or create an account to order a plan.'),
})

const forgotRoute = createRoute({
  getParentRoute: () => publicArea,
  path: '/auth/forgot',
  validateSearch: ({ sent }: Record<string, unknown>): { sent?: true } => (sent ? { sent: true } : {}),
  component: lazyPublicPage(() => import('./forgot-page.tsx'), 'ForgotPage'),
  staticData: { title: 'Reset your password' },
})

const resetRoute = createRoute({
  getParentRoute: () => publicArea,
  path: '/auth/reset',
  validateSearch: ({ token }: Record<string, unknown>): { token?: string } =>
    typeof token === 'string' || typeof token === 'number' ? { token: String(token) } : {},
  component: lazyPublicPage(() => import('./reset-page.tsx'), 'ResetPage'),
  staticData: { title: 'Choose a new password' },
})

export const routes = [authRoute, forgotRoute, resetRoute] as const
