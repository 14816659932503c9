import { randomBytes } from 'node:crypto'
import type { z } from 'zod'
import { auditCaller } from '#db/audit/audit.ts'
import { type DomainRow, isDomain, lockDomain } from '#features/zones/domain/own.ts'
import { publishDomain } from '#features/zones/domain/publish-domain.ts'
import type { Answered } from '#server/answers/answer-in.ts'
import { mutate } from '#server/answers/mutate.ts'
import type { CustomerContext } from '#server/context.ts'
import { DomainError } from '#shared/errors.ts'
import type { Answer } from '#shared/schema.ts'
import type { domainOutput, settingsInput, transferInput, transferOutput } from '../contract/contract.ts'
import { external } from '../contract/registrar.ts'
import { presentDomain } from './present.ts'

/** Changes the settings that are given. @throws NOT_FOUND, WRONG_STATE for a domain of another registrar */
export async function setHolding(
  ctx: CustomerContext,
  { id, ...wish }: z.output<typeof settingsInput>,
): Promise<Answered<Answer<typeof domainOutput>>> {
  const changes = Object.fromEntries(Object.entries(wish).filter(([, value]) => value !== undefined))
  return mutate(ctx, async (tx) => {
    const before = await lockDomain(tx, ctx, id)
    if (before.registrar === external)
      throw new DomainError(
        'WRONG_STATE',
        `${before.domainName} is registered with another registrar. Renewal, privacy and transfer lock are managed there.`,
      )
    const after: DomainRow = { ...before, ...changes, updatedAt: ctx.now() }
    await tx
      .update(tx.t.domains)
      .set({ ...changes, updatedAt: after.updatedAt })
      .where(isDomain(ctx, id))
    await auditCaller(tx, ctx, {
      action: 'domain.settings',
      targetType: 'domain',
      targetId: id,
      userId: ctx.user.id,
      note: before.domainName,
      details: changes,
    })
    publishDomain(tx, ctx, after)
    return presentDomain({ source: tx, ctx }, after)
  })
}

const statusBlockers: Partial<Record<DomainRow['status'], string>> = {
  pending: 'The domain is not active yet.',
  expired: 'The domain has expired. Renew it first.',
  error: 'Something is wrong with the domain. Contact support first.',
}

function blockersOf({ transferLock, status, registrar }: DomainRow): string[] {
  if (registrar === external) return ['It is registered with another registrar. Get the code there.']
  const lock = transferLock ? 'The transfer lock is on. Turn it off in the domain settings.' : undefined
  return [lock, statusBlockers[status]].filter((each) => each !== undefined)
}

/**
 * Lists the obstacles to a transfer. Without any, returns a transfer code, shown only once because only its hash is stored. It
 * stays valid until `newCode` requests another; a call without that then returns no code. @throws NOT_FOUND
 */
export const transferDomain = (
  ctx: CustomerContext,
  { id, newCode }: z.output<typeof transferInput>,
): Promise<Answered<Answer<typeof transferOutput>>> =>
  mutate(ctx, async (tx) => {
    const domain = await lockDomain(tx, ctx, id)
    const blockers = blockersOf(domain)
    if (blockers.length > 0) return { eligible: false, blockers }
    if (domain.authCodeHash !== null && !newCode) return { eligible: true, blockers }
    const authCode = randomBytes(18).toString('base64url')
    const authCodeHash = new Bun.CryptoHasher('sha256').update(authCode).digest('hex')
    await tx.update(tx.t.domains).set({ authCodeHash, updatedAt: ctx.now() }).where(isDomain(ctx, id))
    await auditCaller(tx, ctx, {
      action: 'domain.transfer',
      targetType: 'domain',
      targetId: id,
      userId: ctx.user.id,
      note: domain.domainName,
    })
    return { eligible: true, blockers, authCode }
  })
