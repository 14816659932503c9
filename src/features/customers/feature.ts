import type { Feature } from '#server/feature.ts'
import { exports } from './exports.ts'
import { deskProcedures } from './router.ts'
import { eraseAccount } from './service/erase.ts'

export const customers = {
  name: 'customers',
  procedures: { admin: deskProcedures },
  exports,
  eraseAccount,
} satisfies Feature
