import { createRoute } from '@tanstack/react-router'
import { shellArea } from '#web/areas.tsx'
import { lazyPage } from '#web/lib/navigation/lazy-page.ts'

const profile = createRoute({
  getParentRoute: () => shellArea,
  path: '/profile',
  staticData: { title: 'Profile' },
  component: lazyPage(() => import('./profile-page.tsx'), 'ProfilePage'),
})

export const routes = [profile] as const
