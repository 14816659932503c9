import { and, inArray, isNull } from 'drizzle-orm'
import type { Tx } from '#db/types.ts'
import type { Deps } from '#server/context.ts'
import { type DomainName, enclosingNames } from '#shared/names/domain-name.ts'
import { lockDomainRow, raiseSerial } from './raise-serial.ts'

/**
 * Raises the serial of the signed zones that contain a domain, of any customer: they delegate the domain while it is served,
 * and their secondaries must learn of that.
 */
export async function raiseAbove(
  tx: Tx,
  deps: Pick<Deps, 'store'>,
  { name, now }: { name: DomainName; now: Date },
): Promise<void> {
  const { domains: d } = tx.t
  const above = enclosingNames(name).slice(1)
  if (above.length === 0) return
  // Filters signed zones in code: the planner would scan an index of signed zones completely.
  const rows = await tx
    .select({ id: d.id, userId: d.userId })
    .from(d)
    .where(and(inArray(d.domainName, above), isNull(d.challenge)))
  for (const row of rows) {
    const domain = await lockDomainRow(tx, deps, row)
    if (domain && domain.signedAt !== null) await raiseSerial(tx, domain, now)
  }
}
