import { isIPv6 } from 'node:net'
import { eq } from 'drizzle-orm'
import type { CustomerContext } from '#server/context.ts'
import { notFound } from '#shared/errors.ts'
import type { Answer } from '#shared/schema.ts'
import { second } from '#shared/time.ts'
import type { secondariesOutput } from '../contract/desk.ts'

type Output = Answer<typeof secondariesOutput>

const timeoutMs = 2 * second

/** Asks each secondary for its serial of a domain's zone, for at most two seconds. @throws NOT_FOUND */
export async function askSecondaries(ctx: CustomerContext, { id }: { id: string }): Promise<Output> {
  const { store, env, resolver } = ctx
  const { domains } = store.t
  const [domain] = await store.read
    .select({ name: domains.domainName, serial: domains.zoneSerial })
    .from(domains)
    .where(eq(domains.id, id))
  if (!domain) throw notFound('This zone')
  const askedAt = ctx.now()
  const secondaries = await Promise.all(
    env.DNS_SECONDARIES.map(async ({ address, port }) => {
      const server = isIPv6(address) ? `[${address}]:${port}` : `${address}:${port}`
      const said = await resolver.lookUp(server, { name: domain.name, type: 'SOA' }, timeoutMs)
      if ('fault' in said) return { server, state: 'unasked' as const, serial: null }
      const [serial] = said.values.map(Number)
      if (serial === undefined) return { server, state: 'absent' as const, serial: null }
      return { server, state: serial >= domain.serial ? ('current' as const) : ('behind' as const), serial }
    }),
  )
  return { askedAt, secondaries }
}
