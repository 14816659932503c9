import { z } from 'zod'
import { email } from '#features/auth/contract.ts'
import { instant, lines, requiredLine } from '#shared/schema.ts'

export const contactInput = z.object({
  firstName: requiredLine(80, 'Enter your first name.'),
  lastName: requiredLine(80, 'Enter your last name.'),
  email,
  subject: requiredLine(200, 'Enter a subject.'),
  message: lines(5_000).pipe(z.string().min(1, 'Enter a message.')),
})

export const contactOutput = z.object({ reference: z.string() })

export const contactMessageOutput = z.object({
  id: z.string(),
  reference: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  subject: z.string(),
  message: z.string(),
  createdAt: instant,
})
export type ContactMessage = z.output<typeof contactMessageOutput>
