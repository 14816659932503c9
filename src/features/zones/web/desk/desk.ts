import type { WebFeature } from '#web/feature.ts'
import { drawIcon } from '#web/ui/icons.tsx'
import { deskRoutes } from './routes.tsx'

const TreeIcon = drawIcon('M9.5 3.5h5v5h-5zM3.5 15.5h5v5h-5zM15.5 15.5h5v5h-5zM12 8.5v4M6 15.5v-3h12v3')

/** The administrator pages of zones. */
export const zonesDesk = {
  routes: { administrator: deskRoutes },
  deskTabs: [{ to: '/admin/zones', name: 'Zones', Icon: TreeIcon, group: 'Machine', order: 220 }],
} as const satisfies WebFeature
