import type { z } from 'zod'
import type { Answered } from '#server/answers/answer-in.ts'
import { mutate } from '#server/answers/mutate.ts'
import type { CustomerContext } from '#server/context.ts'
import { DomainError } from '#shared/errors.ts'
import type { Answer } from '#shared/schema.ts'
import type { changePasswordInput, databaseOutput } from '../contract/contract.ts'
import { auditDatabase } from '../rows/audit-database.ts'
import { isDatabase, lockDatabase, passwordContext } from '../rows/database-rows.ts'
import { markDirty, publishDatabase } from '../rows/revision.ts'
import { answerSettled } from './answer-settled.ts'
import { readDatabase } from './list.ts'

/**
 * Sets a new password and gives the engine two seconds to apply it; otherwise it follows when the engine answers. Connections
 * that used the previous password end then.
 * @throws NOT_FOUND, WRONG_STATE while the service is not running
 */
export async function changePassword(
  ctx: CustomerContext,
  { id, password }: z.output<typeof changePasswordInput>,
): Promise<Answered<Answer<typeof databaseOutput>>> {
  const changed = await mutate(ctx, async (tx) => {
    const row = await lockDatabase(tx, ctx, id)
    if (!row.isOpen) throw new DomainError('WRONG_STATE', 'The service is not running.')
    await tx
      .update(tx.t.databases)
      .set({
        ...markDirty(tx.t, ctx.now()),
        dbPassword: ctx.secrets.seal(password, passwordContext(id)),
        hasNewPassword: true,
      })
      .where(isDatabase(tx.t, row))
    publishDatabase(tx, ctx, row, 'pending')
    await auditDatabase(tx, ctx, { action: 'database.password', row })
    return readDatabase(tx, ctx, id)
  })
  return answerSettled(ctx, changed)
}
