import type { WebFeature } from '#web/feature.ts'
import { UserIcon } from '#web/ui/icons.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { routes } from './routes.tsx'

export const members = {
  routes: { shell: routes },
  places: [{ to: '/shared', label: 'Shared with me', Icon: UserIcon, order: 32 }],
  live: { members: ['member'], memberships: ['member'] },
  MembersPanel: lazyPart(() => import('./members-panel.tsx'), 'MembersPanel'),
} as const satisfies WebFeature
