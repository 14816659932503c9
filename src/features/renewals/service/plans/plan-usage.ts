import { and, eq, isNull } from 'drizzle-orm'
import type { Tx } from '#db/types.ts'
import { countKept } from '#features/backups/service/queue-backup.ts'
import type { PlanLimits } from '#features/catalogue/contract/contract.ts'
import type { PlanChange } from '../../contract/contract.ts'
import type { ServiceRow } from '../rows.ts'

/** Usage of a service above the limits of a plan. */
export async function findExceeded(
  tx: Tx,
  { userId, id: serviceId, diskBytes }: ServiceRow,
  limits: PlanLimits,
): Promise<PlanChange['exceeded']> {
  const { databases: d, emailAccounts: a, domains } = tx.t
  const used = {
    disk: diskBytes,
    databases: await tx.$count(d, and(eq(d.userId, userId), eq(d.serviceId, serviceId))),
    mailboxes: await tx.$count(
      a,
      and(eq(a.userId, userId), eq(a.serviceId, serviceId), eq(a.type, 'mailbox'), isNull(a.deletedAt)),
    ),
    domains: await tx.$count(domains, and(eq(domains.userId, userId), eq(domains.serviceId, serviceId))),
    backups: await countKept(tx, { userId, serviceId }),
  }
  const allowed = { ...limits, disk: limits.diskBytes }
  return (['disk', 'databases', 'mailboxes', 'domains', 'backups'] as const)
    .filter((limit) => used[limit] > allowed[limit])
    .map((limit) => ({ limit, allowed: allowed[limit], used: used[limit] }))
}
