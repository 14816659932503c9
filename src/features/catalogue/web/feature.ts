import type { WebFeature } from '#web/feature.ts'
import { visitorHome } from './routes.tsx'

export const catalogue = { home: { public: visitorHome } } as const satisfies WebFeature
