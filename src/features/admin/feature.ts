import type { Feature } from '#server/feature.ts'
import { notingHead } from './jobs.ts'
import { adminRouter } from './router.ts'

export const admin = {
  name: 'admin',
  procedures: { admin: adminRouter },
  work: { main: { tasks: [notingHead] } },
} satisfies Feature
