import type { ServiceStatus } from '#features/services/contract.ts'
import type { JobContext } from '#server/context.ts'
import { nextMoment, nextStep, type StepName } from '../rules/next-step.ts'
import { policyOf } from '../rules/policy.ts'
import { factsOf } from './facts.ts'
import { readLeaving } from './leaving.ts'
import { isTerm, lockTerm, type Owned, readBought } from './rows.ts'
import { settleCharges } from './settle-charges.ts'
import { takeStep } from './take-step.ts'

/** More than ever follow one another at one moment, but for years that are billed one after the other. */
const mostSteps = 60

/** The status of the service that a step leads to. */
const statusAfter: Partial<Record<StepName, ServiceStatus>> = {
  suspend: 'suspended',
  resume: 'active',
  terminate: 'terminated',
}

type Advance = { step: StepName | null; isPaid: boolean; hasNewPlan: boolean }

/** One step in a transaction of its own, after what was paid had its effect; none when there is none left, with the time of the next. */
async function advanceOnce(ctx: JobContext, owned: Owned): Promise<Advance | null> {
  return ctx.store.tx(async (tx) => {
    const term = await lockTerm(tx, ctx.store, owned)
    const bought = await readBought(tx, owned)
    if (!term || !bought) return null
    const standing = await settleCharges(tx, ctx, { term, bought })
    const leavesAt = await readLeaving(tx, owned.userId)
    const [facts, policy, now] = [factsOf(standing, leavesAt), policyOf(ctx.env), ctx.now()]
    const step = nextStep(facts, policy, now)
    if (step) await takeStep(tx, ctx, standing, step)
    else {
      const nextAt = nextMoment(facts, policy, now)
      await tx.update(tx.t.renewalTerms).set({ nextAt }).where(isTerm(tx, term))
    }
    return {
      step: step?.step ?? null,
      isPaid: standing.term.paidUntil > term.paidUntil,
      hasNewPlan: standing.bought.plan.id !== bought.plan.id,
    }
  })
}

/** Everything that is due about a service is done, each step once whoever else does the same at this moment. */
export async function advanceService(ctx: JobContext, owned: Owned): Promise<void> {
  const { userId, serviceId: id } = owned
  for (let steps = 0; steps < mostSteps; steps += 1) {
    const done = await advanceOnce(ctx, owned)
    if (!done) return
    const { step, isPaid, hasNewPlan } = done
    if (isPaid) ctx.events.publish({ userId, kind: 'renewal', id, status: 'paid' })
    if (hasNewPlan) ctx.events.publish({ userId, kind: 'renewal', id, status: 'changed' })
    if (hasNewPlan) ctx.events.publish({ userId, kind: 'service', id, status: 'restarting' })
    if (step === null) return
    ctx.events.publish({ userId, kind: 'renewal', id, status: step })
    const status = statusAfter[step]
    if (status) ctx.events.publish({ userId, kind: 'service', id, status })
  }
}
