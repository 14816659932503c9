import { readFileSync } from 'node:fs'
import { z } from 'zod'
import type { Settings } from '#server/settings.ts'

const fileRule = 'must be a file with certificates as PEM'

/** Reads the file once and returns its text. */
const pemFile = z.string().transform((path, issue) => {
  try {
    const text = readFileSync(path, 'utf8')
    if (text.includes('-----BEGIN CERTIFICATE-----')) return text
  } catch {}
  issue.addIssue({ code: 'custom', message: fileRule })
  return z.NEVER
})

export const settings = {
  shape: {
    ACME_DIRECTORY_URL: z
      .url({ protocol: /^https$/, error: 'must be an address such as https://acme.example.net/directory' })
      .optional(),
    ACME_CONTACT: z.email('must be an e-mail address').optional(),
    /** The certificates themselves. */
    ACME_CA_FILE: pemFile.optional(),
  },
} satisfies Settings

declare module '#server/settings.ts' {
  interface Env extends z.output<z.ZodObject<typeof settings.shape>> {}
}
