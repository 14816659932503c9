import type { Tx } from '#db/types.ts'
import { DomainError } from '#shared/errors.ts'
import type { CustomerContext } from '../context.ts'
import type { Bus, LiveEvent } from '../events.ts'
import type { Answered } from './answer-in.ts'

/**
 * Runs a mutation in one transaction and returns the result of `work`. The transaction also stores the answer for the call's
 * Idempotency-Key. A service function locks the rows it changes with `lock…(tx, ctx, id)`, audits with `auditCaller(tx, ctx,
 * entry)` and notifies open screens with `publish(tx, ctx, event)`, which waits for the commit.
 * @throws what `work` throws, after a rollback. A DomainError that `work` returns is thrown after the commit.
 */
export async function mutate<T>(
  ctx: Pick<CustomerContext, 'store' | 'answerIn'>,
  work: (tx: Tx) => Promise<T | DomainError>,
): Promise<Answered<T>> {
  const outcome = await ctx.store.tx(async (tx) => {
    const body = await work(tx)
    return body instanceof DomainError ? body : ctx.answerIn(tx, body)
  })
  if (outcome instanceof DomainError) throw outcome
  return outcome
}

/** Notifies every listener of a change once its transaction has committed. */
export const publish = (tx: Tx, { events }: { events: Bus }, event: LiveEvent): void =>
  tx.afterCommit(() => events.publish(event))
