import type { z } from 'zod'
import { auditCaller, auditWork } from '#db/audit/audit.ts'
import type { Tx } from '#db/types.ts'
import type { domainOutput } from '#features/domains/contract/contract.ts'
import type { DomainHttps } from '#features/domains/drivers/domain-https.ts'
import { presentDomain } from '#features/domains/service/present.ts'
import { endAwaiting, storeSsl } from '#features/domains/service/ssl.ts'
import { type DomainRow, lockDomain } from '#features/zones/domain/own.ts'
import { publishDomain } from '#features/zones/domain/publish-domain.ts'
import type { Answered } from '#server/answers/answer-in.ts'
import { mutate } from '#server/answers/mutate.ts'
import type { CustomerContext } from '#server/context.ts'
import { DomainError } from '#shared/errors.ts'
import type { Answer } from '#shared/schema.ts'
import type { setSslInput } from '../contract.ts'
import { findCertificate, isOf } from './own.ts'
import { findObstacle } from './preflight.ts'

const entry = (action: string, { id, userId, domainName }: DomainRow) => ({
  action,
  targetType: 'domain',
  targetId: id,
  userId,
  note: domainName,
})

/** Orders a certificate for the domain. */
async function order(tx: Tx, domain: DomainRow, now: Date): Promise<void> {
  await tx.insert(tx.t.certificates).values({
    userId: domain.userId,
    domainId: domain.id,
    status: 'pending',
    names: [],
    dueAt: now,
    createdAt: now,
    updatedAt: now,
  })
}

/** Orders a certificate for the domain immediately; an existing order stays unchanged. */
async function switchOn(tx: Tx, ctx: CustomerContext, domain: DomainRow): Promise<DomainRow> {
  const obstacle = await findObstacle(tx, ctx, domain)
  if (obstacle !== null) throw new DomainError('WRONG_STATE', obstacle)
  if (await findCertificate(tx, domain)) return domain
  await order(tx, domain, ctx.now())
  await auditCaller(tx, ctx, entry('domain.ssl.enable', domain))
  return domain
}

/** Turns HTTPS on for the domains feature, audited as `domain.ssl.enable` without an actor. */
export const domainHttps: DomainHttps = {
  async switchOn(tx, ctx, domain) {
    if ((await findObstacle(tx, ctx, domain)) !== null) return null
    if (!(await findCertificate(tx, domain))) {
      await order(tx, domain, ctx.now())
      await auditWork(tx, { now: ctx.now }, entry('domain.ssl.enable', domain))
    }
    return { isTrusted: ctx.certificateAuthority.mode === 'remote' }
  },
}

/** Deletes the domain's certificate with its key. */
async function switchOff(tx: Tx, ctx: CustomerContext, domain: DomainRow): Promise<DomainRow> {
  if (!(await findCertificate(tx, domain))) return domain
  await tx.delete(tx.t.certificates).where(isOf(tx.t, domain))
  await auditCaller(tx, ctx, entry('domain.ssl.disable', domain))
  return storeSsl(tx, { domain, ssl: null, now: ctx.now() })
}

/**
 * Deletes the domain's certificate, or orders one, which takes seconds; its `ssl` is true once it is there.
 * @throws NOT_FOUND, WRONG_STATE when the domain cannot have one
 */
export const setSsl = (
  ctx: CustomerContext,
  { id, enable }: z.output<typeof setSslInput>,
): Promise<Answered<Answer<typeof domainOutput>>> =>
  mutate(ctx, async (tx) => {
    const before = await endAwaiting(tx, await lockDomain(tx, ctx, id))
    const after = await (enable ? switchOn : switchOff)(tx, ctx, before)
    publishDomain(tx, ctx, after)
    return presentDomain({ source: tx, ctx }, after)
  })
