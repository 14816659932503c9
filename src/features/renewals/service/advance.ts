import type { Tx } from '#db/types.ts'
import { publish } from '#server/answers/mutate.ts'
import type { JobContext } from '#server/context.ts'
import { nextMoment, nextStep } from '../rules/next-step.ts'
import { policyOf } from '../rules/policy.ts'
import { factsOf } from './facts.ts'
import { readLeaving } from './leaving.ts'
import { type Bought, isTerm, lockTerm, type Owned, readBought, type TermRow } from './rows.ts'
import { settleCharges } from './settle-charges.ts'
import type { Standing } from './standing.ts'
import { takeStep } from './take-step.ts'

/** More than ever follow one another at one moment, except for years that are billed in sequence. */
const mostSteps = 60

type PriorState = { term: TermRow; bought: Bought }

/** Open screens reload what was paid: more time, or another plan. */
function publishSettled(tx: Tx, ctx: JobContext, { term, bought }: PriorState, settled: Standing): void {
  const { userId, serviceId: id } = term
  if (settled.term.paidUntil > term.paidUntil)
    publish(tx, ctx, { userId, kind: 'renewal', id, status: 'paid' })
  if (settled.bought.plan.id === bought.plan.id) return
  publish(tx, ctx, { userId, kind: 'renewal', id, status: 'changed' })
  publish(tx, ctx, { userId, kind: 'service', id, status: 'restarting' })
}

/**
 * Applies payments, then takes one step, in its own transaction. Returns false when no step is left; the time of the next one is
 * stored then.
 */
async function advanceOnce(ctx: JobContext, owned: Owned): Promise<boolean> {
  return ctx.store.tx(async (tx) => {
    const term = await lockTerm(tx, ctx, owned)
    const bought = await readBought(tx, owned)
    if (!term || !bought) return false
    const standing = await settleCharges(tx, ctx, { term, bought })
    publishSettled(tx, ctx, { term, bought }, standing)
    const leavesAt = await readLeaving(tx, owned.userId)
    const [facts, policy, now] = [factsOf(standing, leavesAt), policyOf(ctx.env), ctx.now()]
    const step = nextStep(facts, policy, now)
    if (step) {
      await takeStep(tx, ctx, standing, step)
      const { userId, serviceId: id } = owned
      publish(tx, ctx, { userId, kind: 'renewal', id, status: step.step })
    } else {
      const nextAt = nextMoment(facts, policy, now)
      await tx.update(tx.t.renewalTerms).set({ nextAt }).where(isTerm(tx, term))
    }
    return step !== null
  })
}

/** Takes all steps due on a service, each once even with concurrent callers. */
export async function advanceService(ctx: JobContext, owned: Owned): Promise<void> {
  for (let steps = 0; steps < mostSteps; steps += 1) if (!(await advanceOnce(ctx, owned))) return
}
