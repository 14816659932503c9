import type { WebFeature } from '#web/feature.ts'
import { drawIcon } from '#web/ui/icons.tsx'
import { deskRoutes } from './desk-routes.tsx'

const PulseIcon = drawIcon('M3 12h4l3-7.5 4 15 3-7.5h4')

/** Types of the administrators' API. */
export const statusDesk = {
  routes: { administrator: deskRoutes },
  deskTabs: [{ to: '/admin/status', name: 'Status', Icon: PulseIcon, group: 'Machine', order: 250 }],
} as const satisfies WebFeature
