import type { WebFeature } from '#web/feature.ts'
import { drawIcon } from '#web/ui/icons.tsx'
import { deskRoutes } from './routes.tsx'

const TagIcon = drawIcon('M3.5 12V3.5H12l8.5 8.5-8.5 8.5zM8 8h.01')

/** Types of the administrators' API. */
export const catalogueDesk = {
  routes: { administrator: deskRoutes },
  deskTabs: [{ to: '/admin/catalogue', name: 'Catalogue', Icon: TagIcon, group: 'Business', order: 160 }],
} as const satisfies WebFeature
