import { z } from 'zod'
import { choice, person, searchInput } from '#shared/desk-list.ts'
import { id, line, maybeInstant } from '#shared/schema.ts'
import { serviceOutput, serviceStatuses } from './contract.ts'

/** `q` is the beginning of an id, a domain or the e-mail address of the owner. */
export const listServicesInput = searchInput.extend({ status: choice(serviceStatuses) })

export const adminServiceOutput = serviceOutput.extend({
  user: person,
  orderId: z.string().nullable(),
  activatedAt: maybeInstant,
  /** Until when one that has ended can be brought back. */
  restorableUntil: maybeInstant,
})
export type AdminService = z.output<typeof adminServiceOutput>

export const suspendInput = z.object({ id, reason: line(500).nullish() })
