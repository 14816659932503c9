import type { WebFeature } from '#web/feature.ts'
import { LockIcon } from '#web/ui/icons.tsx'
import { routes } from './routes.tsx'

export const keys = {
  routes: { shell: routes },
  places: [{ to: '/account/api-keys', label: 'API Keys', Icon: LockIcon, order: 31 }],
} as const satisfies WebFeature
