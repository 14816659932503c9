import { isIP } from 'node:net'
import { z } from 'zod'
import type { Settings } from '#server/settings.ts'
import { domainToAscii } from '#shared/names/domain-name.ts'

const rule = 'must be full host names separated by commas, such as ns1.example.net,ns2.example.net'

const hosts = z.string().transform((list, issue): string[] => {
  const names = list.split(',').map((name) => domainToAscii(name))
  if (names.every((name) => name !== null)) return [...new Set(names)]
  issue.addIssue({ code: 'custom', message: rule })
  return z.NEVER
})

/** Names below `localhost` lead to the machine that asks, on every machine (RFC 6761): nobody is promised more. */
const unsetNameservers = ['ns1.localhost']

const resolversRule =
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
    issue.addIssue({ code: 'custom', message: resolversRule })
    return z.NEVER
  })

export const settings = {
  shape: {
    DNS_RESOLVERS: resolvers,
    DNS_NAMESERVERS: hosts.default(unsetNameservers),
  },
} satisfies Settings

declare module '#server/settings.ts' {
  interface Env extends z.output<z.ZodObject<typeof settings.shape>> {}
}
