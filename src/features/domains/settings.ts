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

/** Names below `localhost` resolve to the local machine everywhere (RFC 6761), so these defaults promise nothing. */
const unsetNameservers = ['ns1.localhost']

export const settings = {
  title: 'Domains',
  shape: {
    DNS_NAMESERVERS: hosts.default(unsetNameservers).meta({
      description:
        'Host names of the name servers for new domains, separated by commas. The default works only on this machine.',
      whenUnset: '`ns1.localhost`',
    }),
  },
} satisfies Settings

declare module '#server/settings.ts' {
  interface Env extends z.output<z.ZodObject<typeof settings.shape>> {}
}
