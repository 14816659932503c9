import { isIP } from 'node:net'
import { z } from 'zod'
import type { Settings } from '#server/settings.ts'

const rule =
  'must be addresses such as 192.0.2.53, 192.0.2.53:5353 or [2001:db8::53]:5353, separated by commas'

/** An address with its port, in the form of `setServers` of node:dns. */
function readResolver(text: string): string | null {
  const [, six, four = text, port = '53'] = /^(?:\[(.+)\]|([^:]+))(?::(\d{1,5}))?$/.exec(text) ?? []
  const isPort = Number(port) > 0 && Number(port) <= 65_535
  if (!isPort || isIP(six ?? four) === 0) return null
  return isIP(six ?? four) === 6 ? `[${six ?? four}]:${port}` : `${four}:${port}`
}

const resolvers = z
  .string()
  .default('')
  .transform((list, issue) => {
    const entries = list.split(',').map((entry) => entry.trim())
    const read = entries.filter(Boolean).map(readResolver)
    if (read.every((entry) => entry !== null)) return read
    issue.addIssue({ code: 'custom', message: rule })
    return z.NEVER
  })

export const settings = {
  title: 'Resolvers',
  shape: {
    DNS_RESOLVERS: resolvers.meta({
      description:
        'Resolvers that verify external domains and that answers are compared with: addresses separated by commas, optionally with a port, such as `192.0.2.53:5353` or `[2001:db8::53]:53`.',
      whenUnset: 'the machine’s resolvers',
    }),
  },
} satisfies Settings

declare module '#server/settings.ts' {
  interface Env extends z.output<z.ZodObject<typeof settings.shape>> {}
}
