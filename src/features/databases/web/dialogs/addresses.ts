import { z } from 'zod'
import { setAccessInput } from '../../contract/contract.ts'

/** The addresses of a text: one a line, or parted by commas or spaces. */
export const readAddresses = (text: string): string[] => text.split(/[\s,]+/).filter(Boolean)

/** What the form holds: a text whose addresses the server takes. */
export const writtenAddresses = z.object({
  allow: z.string().superRefine((text, context) => {
    const { error } = setAccessInput.shape.allow.safeParse(readAddresses(text))
    for (const { message } of error?.issues ?? []) context.addIssue({ code: 'custom', message })
  }),
})
