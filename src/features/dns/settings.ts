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

/** Text that `read` understands. */
const readBy =
  <T>(read: (text: string) => T | null, rule: string) =>
  (text: string, ctx: z.RefinementCtx) => {
    const value = read(text)
    if (value !== null) return value
    ctx.addIssue(rule)
    return z.NEVER
  }

export const settings = {
  shape: {
    DNS_PORT: port(15_353),
    DNS_DRIVER: oneOf('embedded', 'off').default('embedded'),
    DNS_SECONDARIES: z.string().default('').transform(readBy(readSecondaries, secondariesRule)),
    DNS_TSIG: z.string().transform(readBy(readKey, keyRule)).optional(),
    DNS_ANSWERS_PER_SECOND: limit(200),
  },
} satisfies Settings

declare module '#server/settings.ts' {
  interface Env extends z.output<z.ZodObject<typeof settings.shape>> {}
}
