import { createRoute } from '@tanstack/react-router'
import { shellArea } from '#web/areas.tsx'
import type { WebFeature } from '#web/feature.ts'
import { lazyPage } from '#web/lib/lazy-page.ts'
import { CardIcon, UserIcon } from '#web/ui/icons.tsx'

const component = lazyPage(() => import('./coming-later-page.tsx'), 'ComingLaterPage')

const later = <Path extends string>(path: Path, title: string) =>
  createRoute({ getParentRoute: () => shellArea, path, component, staticData: { title } })

const routes = [later('/profile', 'Profile'), later('/profile/billing', 'Billing')] as const

/** Pages of what is not built yet (`src/shared/not-built.ts`). Building a feature removes its lines in both. */
export const comingLater = {
  routes: { shell: routes },
  places: [
    { to: '/profile/billing', label: 'Billing', letter: 'i', Icon: CardIcon, group: 'Account', order: 10 },
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
