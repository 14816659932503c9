import { createRoute, redirect } from '@tanstack/react-router'
import { afterSignIn, readNext } from '#features/auth/contract/after-sign-in.ts'
import { readUuid } from '#shared/uuid.ts'
import { publicArea } from '#web/areas.tsx'
import { lazyPublicPage } from '#web/lib/navigation/lazy-page.ts'
import { describePage } from '#web/lib/navigation/page-description.ts'
import { given, readSearchText } from '#web/lib/search-values.ts'
import { readViewer } from '#web/viewer.ts'

type AuthSearch = { tab?: 'signup'; next?: string; plan?: string; reset?: true }

/** `?tab=signup&next=/databases&plan=<id>`: the mode, the page to open after sign-in, and the plan to order there. */
export const readAuthSearch = ({ tab, next, plan, reset }: Record<string, unknown>): AuthSearch =>
  given({
    tab: tab === 'signup' ? tab : undefined,
    next: readNext(next),
    plan: readUuid(plan),
    reset: String(reset) === 'true' ? true : undefined,
  })

const authRoute = createRoute({
  getParentRoute: () => publicArea,
  path: '/auth',
  validateSearch: readAuthSearch,
  beforeLoad: ({ context: { queryClient, trpc }, search }) => {
    if (readViewer(queryClient)) throw redirect({ href: afterSignIn(search) })
    return search.plan && queryClient.prefetchQuery(trpc.catalogue.all.queryOptions())
  },
  component: lazyPublicPage(() => import('./auth-page.tsx'), 'AuthPage'),
  staticData: { title: 'Sign in or create an account' },
  head: describePage('Sign in to manage your hosting, or create an account to order a plan.'),
})

const forgotRoute = createRoute({
  getParentRoute: () => publicArea,
  path: '/auth/forgot',
  validateSearch: ({ sent }: Record<string, unknown>): { sent?: true } =>
    String(sent) === 'true' ? { sent: true } : {},
  component: lazyPublicPage(() => import('./forgot-page.tsx'), 'ForgotPage'),
  staticData: { title: 'Reset your password' },
})

const resetRoute = createRoute({
  getParentRoute: () => publicArea,
  path: '/auth/reset',
  /** `?undo=true` marks the link that restores an email address. */
  validateSearch: ({ token, undo }: Record<string, unknown>): { token?: string; undo?: true } =>
    given({ token: readSearchText(token), undo: String(undo) === 'true' ? (true as const) : undefined }),
  component: lazyPublicPage(() => import('./reset-page.tsx'), 'ResetPage'),
  staticData: { title: 'Choose a new password' },
})

export const routes = [authRoute, forgotRoute, resetRoute] as const
