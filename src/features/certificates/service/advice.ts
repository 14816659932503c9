import { randomInt } from 'node:crypto'
import { and, asc, eq, gt, isNotNull, isNull, lte, ne, or } from 'drizzle-orm'
import type { Deps, JobContext } from '#server/context.ts'
import { after, hour } from '#shared/time.ts'
import type { RenewalAdvice } from '../drivers/certificate-authority.ts'
import { type CertificateRow, isOf } from './own.ts'

const atOnce = 50
/** The delay after a request without an answer. */
const unansweredMs = 6 * hour

/** A random time in the suggested window, which spreads the load of many clients (RFC 9773 section 4.2). */
const randomTime = ({ from, to }: RenewalAdvice): Date =>
  after(from, randomInt(to.getTime() - from.getTime()))

async function follow(ctx: JobContext, row: CertificateRow, advice: RenewalAdvice | null): Promise<void> {
  const { certificates: c } = ctx.store.t
  const now = ctx.now()
  const askAt = after(now, advice?.nextMs ?? unansweredMs)
  const moment = advice && randomTime(advice)
  // A time after the next request is left to that request.
  const isSoon = moment !== null && moment < askAt && moment < row.dueAt
  const dueAt = isSoon ? new Date(Math.max(moment.getTime(), now.getTime())) : row.dueAt
  const place = isOf(ctx.store.t, { userId: row.userId, id: row.domainId })
  const isSame = and(place, eq(c.serial, row.serial ?? ''), eq(c.dueAt, row.dueAt))
  await ctx.store.tx((tx) => tx.update(c).set({ askAt, dueAt, updatedAt: now }).where(isSame))
}

/** Makes certificates due that the authority wants renewed early, such as revoked ones. */
export async function followAdvice(ctx: JobContext, stopping: AbortSignal): Promise<void> {
  const { advise, id } = ctx.certificateAuthority
  if (!advise) return
  const { certificates: c } = ctx.store.t
  const due = await ctx.store.read
    .select()
    .from(c)
    .where(and(isNotNull(c.askAt), lte(c.askAt, ctx.now()), eq(c.authority, id)))
    .orderBy(asc(c.askAt), asc(c.domainId))
    .limit(atOnce)
  for (const row of due) {
    if (stopping.aborted) return
    const advice = await advise(row.chain ?? '', stopping).catch((error) => {
      const reason = error instanceof Error ? error.message : typeof error
      ctx.log.warn('no advice on a certificate', { domain: row.domainId, error: reason })
      return null
    })
    await follow(ctx, row, advice)
  }
}

/** Makes certificates of another authority due once a public one is configured. */
export async function replaceOthers({
  store,
  now,
  certificateAuthority: { id, mode },
}: Pick<Deps, 'store' | 'now' | 'certificateAuthority'>): Promise<void> {
  if (mode !== 'remote') return
  const { certificates: c } = store.t
  const isOthers = or(isNull(c.authority), ne(c.authority, id))
  await store.tx((tx) =>
    tx
      .update(c)
      .set({ dueAt: now(), updatedAt: now() })
      .where(and(eq(c.status, 'issued'), gt(c.dueAt, now()), isOthers)),
  )
}
