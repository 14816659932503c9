import { z } from 'zod'
import { choice, person, searchInput } from '#shared/desk-list.ts'
import { id, line, maybeInstant } from '#shared/schema.ts'
import { serviceOutput, serviceStatuses } from './contract.ts'

/** `q` is a prefix of an id, a domain or the owner's email address. */
export const listServicesInput = searchInput.extend({ status: choice(serviceStatuses) })

export const adminServiceOutput = serviceOutput.extend({
  user: person,
  orderId: z.string().nullable(),
  activatedAt: maybeInstant,
  /** End of the period in which an ended service can be restored. */
  restorableUntil: maybeInstant,
})
export type AdminService = z.output<typeof adminServiceOutput>

export const suspendInput = z.object({ id, reason: line(500).nullish() })
