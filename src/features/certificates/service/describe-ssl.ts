import { and, eq, gt, isNull, lte, or } from 'drizzle-orm'
import type { Source } from '#db/types.ts'
import { awaitsHttps } from '#features/domains/service/present.ts'
import { type DomainRow, findDomain, lockDomain } from '#features/zones/domain/own.ts'
import { publishDomain } from '#features/zones/domain/publish-domain.ts'
import type { Answered } from '#server/answers/answer-in.ts'
import { mutate } from '#server/answers/mutate.ts'
import type { CustomerContext } from '#server/context.ts'
import type { Answer } from '#shared/schema.ts'
import { testAuthority } from '#shared/test-authority.ts'
import { day } from '#shared/time.ts'
import { rootPath, type sslOutput } from '../contract.ts'
import { readCertificateNames } from './certificate-names.ts'
import { findCertificate, isOf } from './own.ts'
import { type Plan, previewProofs } from './plan.ts'
import { checkNames, findObstacle } from './preflight.ts'

type Output = Answer<typeof sslOutput>

/** Queries resolvers only without a certificate: an existing one shows that validation works. */
async function preview(ctx: CustomerContext, domain: DomainRow): Promise<Plan | null> {
  const row = await findCertificate(ctx.store, domain)
  if (row?.status === 'issued' || row?.status === 'pending') return null
  if ((await findObstacle(ctx.store, ctx, domain)) !== null) return null
  return previewProofs(ctx, domain, await readCertificateNames(ctx.store, domain))
}

async function describe(
  source: Source,
  ctx: CustomerContext,
  { domain, plan }: { domain: DomainRow; plan: Plan | null },
): Promise<Output> {
  const [row, planned] = [await findCertificate(source, domain), await readCertificateNames(source, domain)]
  const findings = checkNames(ctx, { obstacle: await findObstacle(source, ctx, domain), planned, plan })
  const notAfter = row?.notAfter ?? null
  return {
    isEnabled: row !== null,
    ssl: domain.ssl,
    status: row?.status ?? 'off',
    problem: row?.problem ?? null,
    isAwaited: row === null && awaitsHttps(domain),
    isTrusted: domain.ssl && row !== null && row.authority !== testAuthority,
    nextIssueAt: row?.dueAt ?? null,
    issuer: row?.issuer ?? null,
    names: row?.serial ? row.names : plan && plan.ways.size > 0 ? [...plan.ways.keys()] : planned.names,
    notBefore: row?.notBefore ?? null,
    notAfter,
    daysLeft: notAfter && Math.max(0, Math.ceil((notAfter.getTime() - ctx.now().getTime()) / day)),
    authorityUrl: ctx.certificateAuthority.readRoot ? rootPath : null,
    preflight: { isReady: findings.every(({ isBlocking }) => !isBlocking), findings },
  }
}

/** The certificate of the caller's domain, and the obstacles that an order would meet now. @throws NOT_FOUND */
export async function describeSsl(ctx: CustomerContext, { id }: { id: string }): Promise<Output> {
  const domain = await findDomain(ctx, id)
  return describe(ctx.store, ctx, { domain, plan: await preview(ctx, domain) })
}

/**
 * Like `describeSsl`, but retries a failed certificate immediately, or as soon as the authority allows it.
 * @throws NOT_FOUND
 */
export async function checkSsl(ctx: CustomerContext, { id }: { id: string }): Promise<Answered<Output>> {
  const plan = await preview(ctx, await findDomain(ctx, id))
  return mutate(ctx, async (tx) => {
    const domain = await lockDomain(tx, ctx, id)
    const { certificates: c } = tx.t
    const now = ctx.now()
    const isFree = or(isNull(c.waitUntil), lte(c.waitUntil, now))
    const isWaiting = and(isOf(tx.t, domain), eq(c.status, 'failed'), gt(c.dueAt, now), isFree)
    await tx.update(c).set({ dueAt: now, updatedAt: now }).where(isWaiting)
    publishDomain(tx, ctx, domain)
    return describe(tx, ctx, { domain, plan })
  })
}
