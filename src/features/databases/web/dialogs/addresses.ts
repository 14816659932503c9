import { z } from 'zod'
import { setAccessInput } from '../../contract/contract.ts'

/** The addresses in a text, separated by line breaks, commas or spaces. */
export const readAddresses = (text: string): string[] => text.split(/[\s,]+/).filter(Boolean)

/** The form: a text with valid addresses. */
export const writtenAddresses = z.object({
  allow: z.string().superRefine((text, context) => {
    const { error } = setAccessInput.shape.allow.safeParse(readAddresses(text))
    for (const { message } of error?.issues ?? []) context.addIssue({ code: 'custom', message })
  }),
})
