import type { WebFeature } from '#web/feature.ts'
import { SettingsIcon } from '#web/ui/icons.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { routes as accountRoutes } from './account-routes.tsx'
import { routes } from './routes.tsx'

export const auth = {
  routes: { public: routes, shell: accountRoutes },
  places: [{ to: '/account', label: 'Account Settings', Icon: SettingsIcon, group: 'Account', order: 30 }],
  AuthDialog: lazyPart(() => import('./auth-dialog.tsx'), 'AuthDialog'),
} as const satisfies WebFeature
