import { and, eq, gt } from 'drizzle-orm'
import type { Tx } from '#db/types.ts'
import { tellDomain } from '#features/domains/service/change-zone.ts'
import { type DomainRow, findDomain } from '#features/domains/service/own.ts'
import type { Answered } from '#server/answer-in.ts'
import type { CustomerContext } from '#server/context.ts'
import type { Answer } from '#shared/schema.ts'
import { day } from '#shared/time.ts'
import { rootPath, type sslOutput } from '../contract.ts'
import { findCertificate, isOf } from './own.ts'
import { checkWish } from './preflight.ts'
import { readWish } from './wish.ts'

type Output = Answer<typeof sslOutput>

async function describe(ctx: CustomerContext, read: Pick<Tx, 'select'>, domain: DomainRow): Promise<Output> {
  const { t } = ctx.store
  const [row, wish] = [await findCertificate(read, t, domain), await readWish(read, t, domain)]
  const findings = checkWish(ctx, domain, wish)
  const notAfter = row?.notAfter ?? null
  return {
    isEnabled: row !== null,
    ssl: domain.ssl,
    status: row?.status ?? 'off',
    problem: row?.problem ?? null,
    nextIssueAt: row?.dueAt ?? null,
    issuer: row?.issuer ?? null,
    names: row?.serial ? row.names : wish.names,
    notBefore: row?.notBefore ?? null,
    notAfter,
    daysLeft: notAfter && Math.max(0, Math.ceil((notAfter.getTime() - ctx.now().getTime()) / day)),
    authorityUrl: ctx.certificateAuthority.readRoot ? rootPath : null,
    preflight: { isReady: findings.every(({ isBlocking }) => !isBlocking), findings },
  }
}

/** The certificate of the caller's domain, and what would fail if one were ordered now. @throws NOT_FOUND */
export async function describeSsl(ctx: CustomerContext, { id }: { id: string }): Promise<Output> {
  return describe(ctx, ctx.store.read, await findDomain(ctx, id))
}

/** As `describeSsl`; a certificate that could not be issued is tried again at once. @throws NOT_FOUND */
export async function checkSsl(ctx: CustomerContext, { id }: { id: string }): Promise<Answered<Output>> {
  const checked = await ctx.store.tx(async (tx) => {
    const domain = await findDomain(ctx, id, tx)
    const { certificates: c } = tx.t
    const isWaiting = and(isOf(tx.t, domain), eq(c.status, 'failed'), gt(c.dueAt, ctx.now()))
    await tx.update(c).set({ dueAt: ctx.now(), updatedAt: ctx.now() }).where(isWaiting)
    return { domain, answer: await ctx.answerIn(tx, await describe(ctx, tx, domain)) }
  })
  tellDomain(ctx, checked.domain)
  return checked.answer
}
