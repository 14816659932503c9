import type { Feature } from '#server/feature.ts'
import { exports } from './exports.ts'
import { invariants } from './invariants.ts'
import { sweepingKeys } from './jobs.ts'
import { keysRouter } from './router.ts'

export const keys = {
  name: 'keys',
  procedures: { apiKeys: keysRouter },
  work: { main: { tasks: [sweepingKeys] } },
  invariants,
  exports,
} satisfies Feature
