import { and, eq } from 'drizzle-orm'
import type { Answered } from '#server/answers/answer-in.ts'
import { mutate } from '#server/answers/mutate.ts'
import type { CustomerContext } from '#server/context.ts'
import { inTime } from '#shared/async/in-time.ts'
import { DomainError } from '#shared/errors.ts'
import { after } from '#shared/time.ts'
import { dumpMs } from '../contract/contract.ts'
import { auditDatabase } from '../rows/audit-database.ts'
import { isDump, lockDatabase } from '../rows/database-rows.ts'
import { deleteToDump } from '../rows/delete-to-dump.ts'
import { publishDatabase } from '../rows/revision.ts'
import { closeDeleted } from '../worker/close-deleted.ts'
import { settlingMs } from './answer-settled.ts'

/**
 * Deletes the caller's database, ends its connections and frees its names; its contents stay as a dump for seven days.
 * @throws NOT_FOUND, BUSY while it or its service is being restored
 */
export async function removeDatabase(
  ctx: CustomerContext,
  { id }: { id: string },
): Promise<Answered<{ ok: true }>> {
  const answer = await mutate(ctx, async (tx) => {
    const row = await lockDatabase(tx, ctx, id)
    const { userServices: s } = tx.t
    const isOfIt = and(eq(s.userId, row.userId), eq(s.id, row.serviceId))
    const [service] = await tx.select({ busy: s.busy }).from(s).where(isOfIt)
    if (service?.busy)
      throw new DomainError('BUSY', 'This service is being restored. Try again when it is done.')
    if ((await tx.$count(tx.t.databaseDumps, isDump(tx.t, row))) > 0)
      throw new DomainError('BUSY', 'This database is being restored. Try again when it is done.')
    await deleteToDump(tx, row, { now: ctx.now(), expiresAt: after(ctx.now(), dumpMs) })
    publishDatabase(tx, ctx, row, 'deleted')
    await auditDatabase(tx, ctx, { action: 'database.delete', row })
    return { ok: true as const }
  })
  await inTime(closeDeleted(ctx, { userId: ctx.user.id, id }), settlingMs, () => {})
  return answer
}
