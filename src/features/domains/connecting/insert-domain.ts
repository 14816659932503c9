import { and, eq } from 'drizzle-orm'
import type { Tx } from '#db/types.ts'
import type { DomainRow } from '#features/zones/domain/own.ts'
import { nextSerial } from '#features/zones/domain/raise-serial.ts'
import { createFirstZone } from '#features/zones/service/first-zone.ts'
import type { OwnerContext } from '#server/context.ts'

async function addressOf(tx: Tx, { env, user }: OwnerContext, serviceId: string): Promise<string> {
  const { userServices: s } = tx.t
  const [row] = await tx
    .select({ serverIp: s.serverIp })
    .from(s)
    .where(and(eq(s.userId, user.id), eq(s.id, serviceId)))
  return row?.serverIp ?? env.SERVER_IP
}

type NewDomain = { domainName: string; serviceId: string; registrar: string } & Partial<DomainRow>

/** Inserts a domain with a zone that points it to the service. */
export async function insertDomain(tx: Tx, ctx: OwnerContext, wish: NewDomain): Promise<DomainRow> {
  const now = ctx.now()
  const values = {
    ...wish,
    id: Bun.randomUUIDv7(),
    userId: ctx.user.id,
    nameservers: ctx.env.DNS_NAMESERVERS,
    zoneSerial: nextSerial(0, now),
    createdAt: now,
    updatedAt: now,
  }
  const [domain] = await tx.insert(tx.t.domains).values(values).returning()
  if (!domain) throw new Error('the domain was not stored')
  await createFirstZone(tx, { domain, address: await addressOf(tx, ctx, wish.serviceId), now })
  return domain
}
