import type { z } from 'zod'
import type { Answered } from '#server/answers/answer-in.ts'
import { mutate } from '#server/answers/mutate.ts'
import type { CustomerContext } from '#server/context.ts'
import { DomainError } from '#shared/errors.ts'
import type { Answer } from '#shared/schema.ts'
import type { databaseOutput, setAccessInput } from '../contract/contract.ts'
import { auditDatabase } from '../rows/audit-database.ts'
import { isDatabase, lockDatabase } from '../rows/database-rows.ts'
import { markDirty, publishDatabase } from '../rows/revision.ts'
import { readNetworks } from './addresses.ts'
import { answerSettled } from './answer-settled.ts'
import { readDatabase } from './list.ts'

/**
 * Allows exactly these external addresses to connect to the database; an empty list allows none.
 * @throws NOT_FOUND, INVALID for an invalid address, WRONG_STATE when the engine cannot accept external connections
 */
export async function setAccess(
  ctx: CustomerContext,
  { id, allow }: z.output<typeof setAccessInput>,
): Promise<Answered<Answer<typeof databaseOutput>>> {
  const networks = readNetworks(allow)
  const changed = await mutate(ctx, async (tx) => {
    const row = await lockDatabase(tx, ctx, id)
    const problem = networks.length > 0 ? ctx.databaseEngines[row.dbType].remoteAccessProblem : null
    if (problem !== null) throw new DomainError('WRONG_STATE', problem)
    await tx
      .update(tx.t.databases)
      .set({ ...markDirty(tx.t, ctx.now()), allow: networks.length > 0 ? networks : null })
      .where(isDatabase(tx.t, row))
    publishDatabase(tx, ctx, row, 'pending')
    const details = { before: row.allow ?? [], after: networks }
    await auditDatabase(tx, ctx, { action: 'database.access', row, details })
    return readDatabase(tx, ctx, id)
  })
  return answerSettled(ctx, changed)
}
