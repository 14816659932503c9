import { and, eq } from 'drizzle-orm'
import type { Store, Tx } from '#db/types.ts'
import type { DomainRow } from './own.ts'

/** The address of a domain's service; null without one. */
export async function readAddress(
  read: Pick<Tx, 'select'>,
  t: Store['t'],
  domain: DomainRow,
): Promise<string | null> {
  const { userServices: s } = t
  if (domain.serviceId === null) return null
  const [row] = await read
    .select({ serverIp: s.serverIp })
    .from(s)
    .where(and(eq(s.userId, domain.userId), eq(s.id, domain.serviceId)))
  return row?.serverIp ?? null
}
