import type { Feature } from '#server/feature.ts'
import { adminRouter } from './router.ts'

export const admin = { name: 'admin', procedures: { admin: adminRouter } } satisfies Feature
