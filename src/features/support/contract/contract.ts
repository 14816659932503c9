import { z } from 'zod'
import { email } from '#features/auth/contract/contract.ts'
import { id, lines, requiredLine } from '#shared/schema.ts'
import { topicNames } from './topics.ts'

/** An optional choice of a form: a form without a script sends it empty. */
const choice = <Value>(of: z.ZodType<Value>) =>
  z.preprocess((value) => (value === '' ? undefined : value), of.optional())

export const contactInput = z.object({
  firstName: requiredLine(80, 'Enter your first name.'),
  lastName: requiredLine(80, 'Enter your last name.'),
  email,
  subject: requiredLine(200, 'Enter a subject.'),
  message: lines(5_000).pipe(z.string().min(1, 'Enter a message.')),
  topic: choice(z.enum(topicNames, 'Choose a topic.')),
  /** The caller's order to refer to. */
  orderId: choice(id),
})

export const contactOutput = z.object({ reference: z.string() })
