import type { WebFeature } from '#web/feature.ts'
import { UserIcon } from '#web/ui/icons.tsx'
import { routes } from './routes.tsx'

export const profile = {
  routes: { shell: routes },
  places: [
    {
      to: '/profile',
      label: 'Profile',
      letter: 'u',
      Icon: UserIcon,
      group: 'Account',
      order: 20,
      exact: true,
    },
  ],
} as const satisfies WebFeature
