import type { Feature } from '#server/feature.ts'
import { exports } from './exports.ts'
import { invariants } from './invariants.ts'
import { zoneProcedures } from './router.ts'

export const zones = {
  name: 'zones',
  procedures: { domains: zoneProcedures },
  invariants,
  exports,
} satisfies Feature
