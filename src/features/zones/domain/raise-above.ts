import { and, inArray, isNull } from 'drizzle-orm'
import type { Tx } from '#db/types.ts'
import type { Deps } from '#server/context.ts'
import { type DomainName, enclosingNames } from '#shared/names/domain-name.ts'
import { lockDomainRow, raiseSerial } from './raise-serial.ts'

/**
 * The signed zones that a domain lies in have a higher serial, whoever has them: they delegate the domain while it is answered
 * for, and their secondaries have to learn of that.
 */
export async function raiseAbove(
  tx: Tx,
  deps: Pick<Deps, 'store'>,
  { name, now }: { name: DomainName; now: Date },
): Promise<void> {
  const { domains: d } = tx.t
  const above = enclosingNames(name).slice(1)
  if (above.length === 0) return
  // Whether it is signed is asked of the few rows: an index of signed zones alone would be read as a whole.
  const rows = await tx
    .select({ id: d.id, userId: d.userId })
    .from(d)
    .where(and(inArray(d.domainName, above), isNull(d.challenge)))
  for (const row of rows) {
    const domain = await lockDomainRow(tx, deps, row)
    if (domain && domain.signedAt !== null) await raiseSerial(tx, domain, now)
  }
}
