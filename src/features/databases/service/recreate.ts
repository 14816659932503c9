import { typeNames } from '#features/engines/contract/kinds.ts'
import type { Answered } from '#server/answers/answer-in.ts'
import { mutate } from '#server/answers/mutate.ts'
import type { CustomerContext } from '#server/context.ts'
import { DomainError } from '#shared/errors.ts'
import type { Answer } from '#shared/schema.ts'
import type { databaseOutput } from '../contract/contract.ts'
import { auditDatabase } from '../rows/audit-database.ts'
import { isDatabase, lockDatabase } from '../rows/database-rows.ts'
import { isMissing } from '../rows/missing.ts'
import { markDirty, publishDatabase } from '../rows/revision.ts'
import { answerSettled } from './answer-settled.ts'
import { readDatabase } from './list.ts'

/**
 * Recreates a missing database, empty, with its user, password and allowed addresses.
 * @throws NOT_FOUND, WRONG_STATE unless it is missing and its service is running
 */
export async function recreateDatabase(
  ctx: CustomerContext,
  { id }: { id: string },
): Promise<Answered<Answer<typeof databaseOutput>>> {
  const begun = await mutate(ctx, async (tx) => {
    const row = await lockDatabase(tx, ctx, id)
    if (!row.isOpen) throw new DomainError('WRONG_STATE', 'The service is not running.')
    if (!isMissing(row))
      throw new DomainError('WRONG_STATE', `This database still exists in ${typeNames[row.dbType]}.`)
    await tx.update(tx.t.databases).set(markDirty(tx.t, ctx.now())).where(isDatabase(tx.t, row))
    publishDatabase(tx, ctx, row, 'pending')
    await auditDatabase(tx, ctx, { action: 'database.recreate', row })
    return readDatabase(tx, ctx, id)
  })
  return answerSettled(ctx, begun)
}
