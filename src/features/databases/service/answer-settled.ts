import type { Answered } from '#server/answers/answer-in.ts'
import { mutate } from '#server/answers/mutate.ts'
import type { CustomerContext } from '#server/context.ts'
import { inTime } from '#shared/async/in-time.ts'
import { DomainError } from '#shared/errors.ts'
import type { Answer } from '#shared/schema.ts'
import { second } from '#shared/time.ts'
import type { databaseOutput } from '../contract/contract.ts'
import { isDatabase, isDump } from '../rows/database-rows.ts'
import { reconcile } from '../worker/reconcile.ts'
import { readDatabase } from './list.ts'

type Database = Answer<typeof databaseOutput>

/** The response waits this long for quick work; an event reports the rest. */
export const settlingMs = 2 * second

/**
 * Answers a committed change with the row as it is once the engine has applied it, or after two seconds.
 * @throws WRONG_STATE with the reason when a restore failed in the meantime
 */
export async function answerSettled(
  ctx: CustomerContext,
  { id }: Answered<Database>,
): Promise<Answered<Database>> {
  const place = { userId: ctx.user.id, id }
  await inTime(reconcile(ctx, place), settlingMs, () => {})
  return mutate(ctx, async (tx) => {
    if ((await tx.$count(tx.t.databases, isDatabase(tx.t, place))) === 0) {
      const [dump] = await tx.select().from(tx.t.databaseDumps).where(isDump(tx.t, place))
      throw new DomainError('WRONG_STATE', dump?.reason ?? 'This database was deleted in the meantime.')
    }
    return readDatabase(tx, ctx, id)
  })
}
