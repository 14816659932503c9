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
  title: 'Certificates',
  shape: {
    ACME_DIRECTORY_URL: z
      .url({ protocol: /^https$/, error: 'must be an address such as https://acme.example.net/directory' })
      .optional()
      .meta({
        description:
          'Directory of an ACME certificate authority (RFC 8555), such as `https://acme-v02.api.letsencrypt.org/directory`. Setting it accepts the authority’s terms of service. Its validation requests to port 80 must reach `SITES_PORT`.',
        whenUnset: 'a built-in test authority, which browsers do not trust',
      }),
    ACME_CONTACT: z
      .email('must be an e-mail address')
      .optional()
      .describe('Contact address for that authority.'),
    /** The certificates themselves. */
    ACME_CA_FILE: pemFile.optional().meta({
      description:
        'PEM file with the root certificates of a private authority’s directory. Such an authority may certify names that are not public.',
      whenUnset: 'the system’s trusted roots',
    }),
  },
} satisfies Settings

declare module '#server/settings.ts' {
  interface Env extends z.output<z.ZodObject<typeof settings.shape>> {}
}
