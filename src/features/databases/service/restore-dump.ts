import { lockActiveService } from '#features/services/service.ts'
import type { Answered } from '#server/answers/answer-in.ts'
import { mutate } from '#server/answers/mutate.ts'
import type { CustomerContext } from '#server/context.ts'
import { DomainError, notFound } from '#shared/errors.ts'
import type { Answer } from '#shared/schema.ts'
import type { databaseOutput } from '../contract/contract.ts'
import { auditDatabase } from '../rows/audit-database.ts'
import { isDump } from '../rows/database-rows.ts'
import { publishDatabase } from '../rows/revision.ts'
import { answerSettled } from './answer-settled.ts'
import { assertFree } from './create.ts'
import { insertDatabase } from './insert.ts'
import { readDatabase } from './list.ts'

const restoring = 'Restoring.'

const refusals: Record<string, string> = {
  writing: 'The dump is still being saved. Try again in a moment.',
  restoring: 'This database is already being restored.',
  failed: 'The dump is damaged and cannot be restored.',
}

/**
 * Brings a deleted database back under its id, names and password, and fills it from its dump.
 * @throws NOT_FOUND, WRONG_STATE unless its dump is complete and its service active, CONFLICT when a name is in use by now,
 * LIMIT_REACHED by the plan, BUSY
 */
export async function restoreDump(
  ctx: CustomerContext,
  { id }: { id: string },
): Promise<Answered<Answer<typeof databaseOutput>>> {
  const begun = await mutate(ctx, async (tx) => {
    const { databaseDumps: k } = tx.t
    const isIt = isDump(tx.t, { userId: ctx.user.id, id })
    const [dump] = await ctx.store.lock(tx.select().from(k).where(isIt))
    if (!dump || dump.expiresAt <= ctx.now()) throw notFound('This dump')
    if (dump.status !== 'kept') throw new DomainError('WRONG_STATE', refusals[dump.status] ?? '')
    const service = await lockActiveService(tx, ctx, dump.serviceId)
    await assertFree(tx, service, dump)
    const { userId, serviceId, dbName, dbType, dbUser, dbPassword } = dump
    const values = { id, userId, serviceId, dbName, dbType, dbUser, dbPassword, reason: restoring }
    const row = await insertDatabase(tx, values, ctx.now())
    publishDatabase(tx, ctx, row, 'pending')
    await tx.update(k).set({ status: 'restoring', reason: null }).where(isIt)
    await auditDatabase(tx, ctx, { action: 'database.restore', row })
    return readDatabase(tx, ctx, id)
  })
  return answerSettled(ctx, begun)
}
