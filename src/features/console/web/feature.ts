import type { WebFeature } from '#web/feature.ts'
import { routes } from './routes.tsx'

export const databaseConsole = { routes: { shell: routes } } as const satisfies WebFeature
