import { auditCaller } from '#db/audit/audit.ts'
import type { Tx } from '#db/types.ts'
import { assignName } from '#features/names/assign-name.ts'
import { assertUnowned, lockToProve } from '#features/names/claim-name.ts'
import { findMailUse } from '#features/names/mail-names.ts'
import type { NamedService } from '#features/names/names.ts'
import { findUnownable } from '#features/names/ownable-name.ts'
import { revokeName } from '#features/names/revoke-name.ts'
import { notify } from '#features/notifications/service/notify.ts'
import { type DomainRow, findDomain, isDomain, lockDomain } from '#features/zones/domain/own.ts'
import { publishDomain } from '#features/zones/domain/publish-domain.ts'
import { raiseAbove } from '#features/zones/domain/raise-above.ts'
import type { Answered } from '#server/answers/answer-in.ts'
import { mutate } from '#server/answers/mutate.ts'
import type { CustomerContext, OwnerContext } from '#server/context.ts'
import { showName } from '#shared/names/show-name.ts'
import type { Answer } from '#shared/schema.ts'
import type { verifyOutput } from '../contract/challenge.ts'
import { presentDomain } from '../service/present.ts'
import { type Finding, findDoubt, findProof } from './proof.ts'

/** The domain after an attempt to verify it; `proof` is set if the attempt has just verified it. */
type Outcome = { domain: DomainRow; proof: 'TXT' | 'NS' | null; message: string }

/** `by` is the acting user; null for the task. */
type Attempt = {
  domain: DomainRow
  finding: Finding
  users: readonly NamedService[]
  by: string | null
}

const verifiedBy = {
  TXT: 'We found its TXT record.',
  NS: 'It uses our name servers.',
}

/** Updates the domain and returns it. */
async function change(
  tx: Tx,
  ctx: OwnerContext,
  { domain, to }: { domain: DomainRow; to: Partial<DomainRow> },
): Promise<DomainRow> {
  await tx.update(tx.t.domains).set(to).where(isDomain(ctx, domain.id))
  return { ...domain, ...to }
}

/**
 * Verifies the domain if the finding proves it: its service gets the name, and the services of other customers in `users` lose
 * it. Otherwise the reason is stored, unless the DNS gave no answer. The caller has locked the domain, which is not verified yet,
 * and its name, which nobody else has verified.
 */
export async function settle(
  tx: Tx,
  ctx: OwnerContext,
  { domain, finding, users, by }: Attempt,
): Promise<Outcome> {
  if ('silence' in finding) return { domain, proof: null, message: finding.silence }
  const fail = async (problem: string): Promise<Outcome> => ({
    domain: await change(tx, ctx, { domain, to: { problem } }),
    proof: null,
    message: problem,
  })
  if ('problem' in finding) return fail(finding.problem)
  const unownable = findUnownable(ctx, domain.domainName) ?? (await findMailUse(tx, domain.domainName))
  if (unownable !== null) return fail(unownable)
  const { proof } = finding
  const doubt = proof === 'NS' ? await findDoubt(tx, { domain, delegation: finding, users }) : null
  if (doubt !== null) return fail(doubt)
  // A proof outranks another customer's service that merely uses the name.
  for (const user of users) await revokeName(tx, ctx, user)
  const { serviceId, domainName: name, userId } = domain
  if (serviceId) await assignName(tx, ctx, { serviceId, name, userId, actorId: by })
  const now = ctx.now()
  const to = {
    status: 'active' as const,
    challenge: null,
    problem: null,
    // From now on the task checks whether the name points here, for HTTPS.
    checkAt: now,
    verifiedAt: now,
    updatedAt: now,
  }
  await raiseAbove(tx, ctx, { name: domain.domainName, now })
  const message = `${showName(domain.domainName)} is verified. ${verifiedBy[proof]}`
  await notify(tx, ctx, {
    ...{ userId: domain.userId, kind: 'domain.verified', relatedId: domain.id },
    subject: `${showName(domain.domainName)} is verified`,
    body: `${verifiedBy[proof]} HTTPS turns on automatically once the name points here.`,
    link: `/domains?domain=${domain.id}`,
  })
  return { domain: await change(tx, ctx, { domain, to }), proof, message }
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
 * Verifies the domain if the DNS proves now that it is the caller's; otherwise the answer has the reason. One that is already
 * verified is not checked again.
 * @throws NOT_FOUND, DOMAIN_IN_USE when another customer has verified the name
 */
export async function verifyDomain(
  ctx: CustomerContext,
  { id }: { id: string },
): Promise<Answered<Answer<typeof verifyOutput>>> {
  const seen = await findDomain(ctx, id)
  const claim = { name: seen.domainName, userId: ctx.user.id }
  const lock = async (tx: Tx) => {
    const { owner, users } = await lockToProve(tx, claim)
    assertUnowned(owner)
    return users
  }
  if (seen.challenge !== null) await ctx.store.tx(lock)
  const finding = seen.challenge === null ? null : await findProof(ctx, seen)
  return mutate(ctx, async (tx) => {
    const users = finding ? await lock(tx) : []
    const domain = await lockDomain(tx, ctx, id)
    const outcome =
      finding && domain.challenge !== null
        ? await settle(tx, ctx, { domain, finding, users, by: ctx.user.id })
        : { domain, proof: null, message: `${showName(domain.domainName)} is verified.` }
    if (outcome.proof) {
      await auditCaller(tx, ctx, verifiedEntry(domain, outcome.proof))
      publishDomain(tx, ctx, outcome.domain)
    }
    const verified = outcome.domain.challenge === null
    const shown = await presentDomain({ source: tx, ctx }, outcome.domain)
    return { domain: shown, verified, message: outcome.message }
  })
}
