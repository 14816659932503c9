import type { WebFeature } from '#web/feature.ts'
import { SettingsIcon } from '#web/ui/icons.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { routes as accountRoutes } from './account-routes.tsx'
import { routes } from './routes.tsx'

export const auth = {
  routes: { public: routes, shell: accountRoutes },
  places: [{ to: '/account', label: 'Account Settings', Icon: SettingsIcon, order: 30 }],
  palette: {
    actions: [
      {
        id: 'change-password',
        label: 'Change password',
        detail: 'Account Settings',
        Icon: SettingsIcon,
        to: '/account',
        dialog: 'password',
        order: 40,
      },
    ],
  },
  AuthDialog: lazyPart(() => import('./auth-dialog.tsx'), 'AuthDialog'),
} as const satisfies WebFeature
