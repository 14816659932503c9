import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import { auditCaller } from '#db/audit/audit.ts'
import type { Answered } from '#server/answers/answer-in.ts'
import { mutate } from '#server/answers/mutate.ts'
import type { CustomerContext } from '#server/context.ts'
import { notFound, only } from '#shared/errors.ts'
import type { Answer } from '#shared/schema.ts'
import type { adminRenewalOutput, postponeInput } from '../../contract/contract.ts'
import { nextStep } from '../../rules/next-step.ts'
import { policyOf } from '../../rules/policy.ts'
import { updateCharge } from '../charges.ts'
import { factsOf } from '../facts.ts'
import { isTerm, lockTerm, readBought } from '../rows.ts'
import { settleCharges } from '../settle-charges.ts'
import { readRow } from './list.ts'

/**
 * Sets or clears the day before which the service is not suspended for its renewal. A warning given for an earlier day is
 * repeated. @throws NOT_FOUND
 */
export async function postponeSuspension(
  ctx: CustomerContext,
  { id, doNotSuspendBefore: text }: z.output<typeof postponeInput>,
): Promise<Answered<Answer<typeof adminRenewalOutput>>> {
  const doNotSuspendBefore = text === null ? null : new Date(text)
  return mutate(ctx, async (tx) => {
    const { renewalTerms: r } = tx.t
    const found = await tx.select({ userId: r.userId }).from(r).where(eq(r.serviceId, id))
    const { userId } = only(found, 'This service')
    const owned = { userId, serviceId: id }
    const term = await lockTerm(tx, ctx, owned)
    const bought = await readBought(tx, owned)
    if (!term || !bought) throw notFound('This service')
    const now = ctx.now()
    const set = { doNotSuspendBefore, nextAt: now, updatedAt: now }
    await tx.update(r).set(set).where(isTerm(tx, owned))
    const standing = await settleCharges(tx, ctx, { term: { ...term, ...set }, bought })
    const { claim } = standing
    if (claim?.warnedAt) {
      const facts = factsOf({ ...standing, claim: { ...claim, warnedAt: null } }, null)
      const isEarly = nextStep(facts, policyOf(ctx.env), now)?.step !== 'warn'
      if (isEarly) await updateCharge(tx, claim, { warnedAt: null, round: claim.round + 1 })
    }
    await auditCaller(tx, ctx, {
      action: 'service.spare',
      targetType: 'service',
      targetId: id,
      userId,
      note: text ?? 'none',
    })
    return readRow(tx, id)
  })
}
