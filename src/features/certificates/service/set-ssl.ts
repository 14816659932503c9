import type { z } from 'zod'
import { auditCaller } from '#db/audit/audit.ts'
import type { Tx } from '#db/types.ts'
import type { domainOutput } from '#features/domains/contract.ts'
import { presentDomain } from '#features/domains/service/present.ts'
import { storeSsl } from '#features/domains/service/ssl.ts'
import { type DomainRow, lockDomain } from '#features/zones/domain/own.ts'
import { tellDomain } from '#features/zones/domain/tell-domain.ts'
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

/** A certificate of the domain is wanted, at once; one that is wanted already stays as it is. */
async function switchOn(tx: Tx, ctx: CustomerContext, domain: DomainRow): Promise<DomainRow> {
  const obstacle = await findObstacle(tx, ctx, domain)
  if (obstacle !== null) throw new DomainError('WRONG_STATE', obstacle)
  if (await findCertificate(tx, domain)) return domain
  const now = ctx.now()
  await tx.insert(tx.t.certificates).values({
    userId: domain.userId,
    domainId: domain.id,
    status: 'pending',
    names: [],
    dueAt: now,
    createdAt: now,
    updatedAt: now,
  })
  await auditCaller(tx, ctx, entry('domain.ssl.enable', domain))
  return domain
}

/** The domain has no certificate, and its key is gone. */
async function switchOff(tx: Tx, ctx: CustomerContext, domain: DomainRow): Promise<DomainRow> {
  if (!(await findCertificate(tx, domain))) return domain
  await tx.delete(tx.t.certificates).where(isOf(tx.t, domain))
  await auditCaller(tx, ctx, entry('domain.ssl.disable', domain))
  return storeSsl(tx, { domain, ssl: null, now: ctx.now() })
}

/**
 * The domain has no certificate any more, or is given one within seconds: its `ssl` is true once it is there.
 * @throws NOT_FOUND, WRONG_STATE when the domain cannot have one
 */
export const setSsl = (
  ctx: CustomerContext,
  { id, enable }: z.output<typeof setSslInput>,
): Promise<Answered<Answer<typeof domainOutput>>> =>
  mutate(ctx, async (tx) => {
    const before = await lockDomain(tx, ctx, id)
    const after = await (enable ? switchOn : switchOff)(tx, ctx, before)
    tellDomain(tx, ctx, after)
    return presentDomain(after)
  })
