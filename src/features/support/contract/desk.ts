import { z } from 'zod'
import { choice, person, searchInput } from '#shared/desk-list.ts'
import { instant, maybeInstant } from '#shared/schema.ts'
import { messageStates } from './message-states.ts'

/** `q` matches the name, the address, the subject, the text, the reference or the id. */
export const listContactMessagesInput = searchInput.extend({ status: choice(messageStates) })

export const contactMessageOutput = z.object({
  id: z.string(),
  reference: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  subject: z.string(),
  message: z.string(),
  createdAt: instant,
  /** The customer with this address; it is not verified that they wrote the message. */
  customer: person.nullable(),
  /** When the portal first sent that customer a message after this one. */
  answeredAt: maybeInstant,
})
export type ContactMessage = z.output<typeof contactMessageOutput>
