import type { Feature } from '#server/feature.ts'
import { notingHead } from './jobs.ts'
import { adminProcedures } from './router.ts'

export const admin = {
  name: 'admin',
  procedures: { admin: adminProcedures },
  work: { main: { tasks: [notingHead] } },
} satisfies Feature
