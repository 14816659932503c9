import { auditCaller } from '#db/audit.ts'
import type { Tx } from '#db/types.ts'
import type { Answered } from '#server/answer-in.ts'
import type { CustomerContext, OwnerContext } from '#server/context.ts'
import type { Answer } from '#shared/schema.ts'
import type { verifyOutput } from '../contract/challenge.ts'
import { tellDomain } from './change-zone.ts'
import { assertNobodyElses } from './claims.ts'
import { type DomainRow, findDomain, isDomain } from './own.ts'
import { presentDomain } from './present.ts'
import { type Finding, findDoubt, findProof } from './proof.ts'
import { raiseAbove } from './raise-above.ts'

/** The domain after an attempt to verify it; `proof` is the one by which it has just been verified. */
type Outcome = { domain: DomainRow; proof: 'TXT' | 'NS' | null; message: string }

const verifiedBy = {
  TXT: 'its TXT record was found.',
  NS: 'its name servers are ours.',
}

/** The domain is changed in the way given, and answered as it is then. */
async function change(
  ctx: OwnerContext,
  tx: Tx,
  { domain, to }: { domain: DomainRow; to: Partial<DomainRow> },
): Promise<DomainRow> {
  await tx.update(tx.t.domains).set(to).where(isDomain(ctx, domain.id))
  return { ...domain, ...to }
}

/**
 * The domain is verified if the finding proves it, else it says what was found instead; silence changes nothing. The caller has
 * locked the domain, which is not verified yet, and its name, which is nobody else's.
 */
export async function settle(
  ctx: OwnerContext,
  tx: Tx,
  { domain, finding }: { domain: DomainRow; finding: Finding },
): Promise<Outcome> {
  if ('silence' in finding) return { domain, proof: null, message: finding.silence }
  const fail = async (problem: string): Promise<Outcome> => ({
    domain: await change(ctx, tx, { domain, to: { problem } }),
    proof: null,
    message: problem,
  })
  if ('problem' in finding) return fail(finding.problem)
  const { proof } = finding
  const doubt = proof === 'NS' ? await findDoubt(ctx, tx, { domain, delegation: finding }) : null
  if (doubt !== null) return fail(doubt)
  const now = ctx.now()
  const to = {
    status: 'active' as const,
    challenge: null,
    problem: null,
    checkAt: null,
    verifiedAt: now,
    updatedAt: now,
  }
  await raiseAbove(ctx, tx, { name: domain.domainName, now })
  const message = `${domain.domainName} is yours: ${verifiedBy[proof]}`
  return { domain: await change(ctx, tx, { domain, to }), proof, message }
}

/** The audit entry of a verified domain, beside who verified it. */
export const verifiedEntry = ({ id, userId, domainName }: DomainRow, by: 'TXT' | 'NS') => ({
  action: 'domain.verify',
  targetType: 'domain',
  targetId: id,
  userId,
  note: domainName,
  details: { by },
})

/**
 * The domain is active if the DNS proves now that it is the caller's, else the answer says what was found instead. One that is
 * the caller's already is answered without a look.
 * @throws NOT_FOUND, DOMAIN_IN_USE when the name has become somebody else's
 */
export async function verifyDomain(
  ctx: CustomerContext,
  { id }: { id: string },
): Promise<Answered<Answer<typeof verifyOutput>>> {
  const seen = await findDomain(ctx, id)
  const wanted = { name: seen.domainName, userId: ctx.user.id }
  if (seen.challenge !== null) await ctx.store.tx((tx) => assertNobodyElses(tx, wanted))
  const finding = seen.challenge === null ? null : await findProof(ctx, seen)
  const done = await ctx.store.tx(async (tx) => {
    if (finding) await assertNobodyElses(tx, wanted)
    const domain = await findDomain(ctx, id, tx)
    const outcome =
      finding && domain.challenge !== null
        ? await settle(ctx, tx, { domain, finding })
        : { domain, proof: null, message: `${domain.domainName} is yours.` }
    if (outcome.proof) await auditCaller(tx, ctx, verifiedEntry(domain, outcome.proof))
    const verified = outcome.domain.challenge === null
    const body = { domain: presentDomain(outcome.domain), verified, message: outcome.message }
    return { outcome, answer: await ctx.answerIn(tx, body) }
  })
  if (done.outcome.proof) tellDomain(ctx, done.outcome.domain)
  return done.answer
}
