import type { Answered } from '#server/answer-in.ts'
import type { CustomerContext } from '#server/context.ts'
import type { Answer } from '#shared/schema.ts'
import { second } from '#shared/time.ts'
import type { databaseOutput } from '../contract.ts'
import { followSoon } from '../work/follow.ts'
import { readDatabase } from './list.ts'

type Database = Answer<typeof databaseOutput>

/** Quick work may take this long before the answer (an event reports the rest). */
const patienceMs = 2 * second

/** The committed change of a database, told to its owner's screens; answers the row as it is once the engine has followed, or after two seconds. */
export async function answerSettled(
  ctx: CustomerContext,
  begun: Answered<Database>,
): Promise<Answered<Database>> {
  const { id, status } = begun
  ctx.events.publish({ userId: ctx.user.id, kind: 'database', id, status })
  const patience = Promise.withResolvers<void>()
  const timer = setTimeout(patience.resolve, patienceMs)
  await Promise.race([followSoon(ctx, { userId: ctx.user.id, id }), patience.promise])
  clearTimeout(timer)
  return ctx.store.tx(async (tx) => ctx.answerIn(tx, await readDatabase(ctx, id, tx)))
}
