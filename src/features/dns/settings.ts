import { isIP } from 'node:net'
import { z } from 'zod'
import { limit, oneOf, port, type Settings } from '#server/settings.ts'
import { plainAddress } from '#shared/address.ts'
import type { Secondary } from './drivers/transfer/notify.ts'
import type { TsigKey } from './drivers/transfer/tsig.ts'
import { toName } from './drivers/wire/name.ts'

const dnsPort = 53
const keyRule = 'must be name:secret, the secret at least 16 bytes in base64'
const secondariesRule = 'must be addresses such as 192.0.2.1 or 192.0.2.1#5353, separated by commas'

function readSecondary(text: string): Secondary | null {
  const [, address = '', port] = /^([^#]+)(?:#(\d{1,5}))?$/.exec(text) ?? []
  const number = port === undefined ? dnsPort : Number(port)
  return isIP(address) > 0 && number > 0 && number <= 65_535
    ? { address: plainAddress(address), port: number }
    : null
}

function readSecondaries(list: string): Secondary[] | null {
  const entries = list.split(',').map((entry) => entry.trim())
  const read = entries.filter(Boolean).map(readSecondary)
  return read.every((entry) => entry !== null) ? read : null
}

function readKey(text: string): TsigKey | null {
  const [, name, base64] = /^([a-z0-9][a-z0-9._-]*):([a-z0-9+/]+={0,2})$/i.exec(text) ?? []
  if (name === undefined || base64 === undefined) return null
  const secret = Buffer.from(base64, 'base64')
  try {
    return secret.length >= 16 ? { name: toName(name), secret } : null
  } catch {
    return null
  }
}

const addressRule = 'must be the address of its API, such as http://127.0.0.1:8081'

/** The base URL of the API. */
function readAddress(text: string): string | null {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || url.search || url.hash)
    return null
  return (url.origin + url.pathname).replace(/\/+$/, '').replace(/\/api(\/v1)?$/, '')
}

/** Text that `read` accepts. */
const readBy =
  <T>(read: (text: string) => T | null, rule: string) =>
  (text: string, ctx: z.RefinementCtx) => {
    const value = read(text)
    if (value !== null) return value
    ctx.addIssue(rule)
    return z.NEVER
  }

export const settings = {
  title: 'Name server',
  shape: {
    DNS_PORT: port(15_353).describe(
      'Port of the name server, UDP and TCP, on `HOST`; `auto` picks a free one, 0 turns it off. The internet asks on port 53, which needs CAP_NET_BIND_SERVICE. Each node has its own.',
    ),
    DNS_DRIVER: oneOf('embedded', 'powerdns', 'off')
      .default('embedded')
      .describe(
        '`embedded`: the portal answers. `powerdns`: zones are written to a PowerDNS Authoritative Server. `off`: zones are stored but not served.',
      ),
    POWERDNS_URL: z
      .string()
      .transform(readBy(readAddress, addressRule))
      .optional()
      .describe(
        'PowerDNS HTTP API, such as `http://127.0.0.1:8081`. DNSSEC private keys travel over it, so use https beyond this machine.',
      ),
    POWERDNS_API_KEY: z
      .string()
      .regex(/^[!-~]+$/, 'must consist of characters that a header can contain')
      .optional()
      .describe('`api-key` from `pdns.conf`.'),
    POWERDNS_SERVER_ID: z.string().default('localhost').describe('Server name in the PowerDNS API.'),
    DNS_SECONDARIES: z
      .string()
      .default('')
      .transform(readBy(readSecondaries, secondariesRule))
      .describe(
        'Secondary name servers, notified of changes and allowed to transfer all zones: `address` or `address#port`, separated by commas.',
      ),
    DNS_TSIG: z
      .string()
      .transform(readBy(readKey, keyRule))
      .optional()
      .describe(
        'HMAC-SHA256 key as `name:secret` in base64. Clients that sign with it may transfer all zones; notifications are signed with it.',
      ),
    DNS_ANSWERS_PER_SECOND: limit(200).describe(
      'UDP answers per second to one network (IPv4 /24, IPv6 /48). Beyond that, every second query gets “retry over TCP” and the rest are dropped; 0 means no limit.',
    ),
  },
  check({ DNS_DRIVER, POWERDNS_URL, POWERDNS_API_KEY, DNS_SECONDARIES, DNS_TSIG }) {
    if (DNS_DRIVER !== 'powerdns') return null
    if (POWERDNS_URL === undefined) return 'POWERDNS_URL: is needed by DNS_DRIVER=powerdns'
    if (POWERDNS_API_KEY === undefined) return 'POWERDNS_API_KEY: is needed by DNS_DRIVER=powerdns'
    const isSecondaries = Array.isArray(DNS_SECONDARIES) && DNS_SECONDARIES.length > 0
    if (!isSecondaries && DNS_TSIG === undefined) return null
    return `${isSecondaries ? 'DNS_SECONDARIES' : 'DNS_TSIG'}: is not supported with DNS_DRIVER=powerdns, which has its own secondaries`
  },
} satisfies Settings

declare module '#server/settings.ts' {
  interface Env extends z.output<z.ZodObject<typeof settings.shape>> {}
}
