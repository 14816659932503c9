import type { WebFeature } from '#web/feature.ts'
import { inboxRoutes } from './routes.tsx'

export const inbox = { routes: { shell: inboxRoutes } } as const satisfies WebFeature
