import { and, asc, eq, lte } from 'drizzle-orm'
import type { JobContext } from '#server/context.ts'
import { after, day, minute } from '#shared/time.ts'
import type { LinkRow } from '../context.ts'
import { type OnlinePayments, ProviderFailure, type ProviderLink } from '../drivers/provider.ts'
import { receiveOnline } from './receive-online.ts'
import { findTarget } from './targets.ts'

const batch = 20
const longestWaitMs = 10 * minute
/** Events of the last payments may be late. */
const graceMs = day

/** Next poll: after a minute, then twice as long each time, up to ten minutes. */
const nextCheck = ({ checks }: LinkRow, now: Date): Date =>
  after(now, Math.min(minute * 2 ** Math.min(checks, 10), longestWaitMs))

type Progress = Pick<LinkRow, 'status' | 'checkAt'> & Partial<Pick<LinkRow, 'externalId' | 'url'>>

function progressOf(link: LinkRow, found: ProviderLink | null, now: Date): Progress {
  const known = found ? { externalId: found.id, url: found.url } : {}
  if (found?.state === 'paid') return { ...known, status: 'paid', checkAt: null }
  const isOver = found?.state !== 'open' || now > after(link.expiresAt, graceMs)
  if (isOver) return { ...known, status: 'ended', checkAt: null }
  // A page that was abandoned here is closed there, and polled once more.
  const status = link.status === 'ended' ? 'ended' : 'open'
  return { ...known, status, checkAt: nextCheck(link, now) }
}

/** Stores the provider's state of a page, with its payments. */
async function store(ctx: JobContext, link: LinkRow, found: ProviderLink | null): Promise<void> {
  await ctx.store.tx(async (tx) => {
    const { paymentLinks: l } = tx.t
    for (const { id: paymentId, amountPaise, paidAt } of found?.payments ?? [])
      if (amountPaise !== null) await receiveOnline(tx, ctx, { link, paymentId, amountPaise, paidAt })
    await tx
      .update(l)
      .set({ ...progressOf(link, found, ctx.now()), checks: link.checks + 1 })
      .where(and(eq(l.userId, link.userId), eq(l.id, link.id)))
  })
}

async function follow(ctx: JobContext, online: OnlinePayments, link: LinkRow): Promise<void> {
  const { duePaise } = await findTarget(ctx.store, link)
  const isNeeded = link.status !== 'ended' && duePaise > 0
  if (!isNeeded && link.externalId !== null) await online.closeLink(link.externalId)
  await store(ctx, link, await online.readLink(link))
}

async function postponeCheck(ctx: JobContext, link: LinkRow): Promise<void> {
  await ctx.store.tx((tx) => {
    const { paymentLinks: l } = tx.t
    return tx
      .update(l)
      .set({ checkAt: nextCheck(link, ctx.now()), checks: link.checks + 1 })
      .where(and(eq(l.userId, link.userId), eq(l.id, link.id)))
  })
}

/** Polls pages whose events may be lost, closes unneeded ones and records their payments. Polls an unreachable provider again. */
export async function followLinks(ctx: JobContext, stopping: AbortSignal): Promise<void> {
  const { online } = ctx.paymentProvider
  if (!online) return
  const { paymentLinks: l } = ctx.store.t
  const due = await ctx.store.read
    .select()
    .from(l)
    .where(lte(l.checkAt, ctx.now()))
    .orderBy(asc(l.checkAt), asc(l.id))
    .limit(batch)
  for (const link of due) {
    if (stopping.aborted) return
    try {
      await follow(ctx, online, link)
    } catch (error) {
      if (!(error instanceof ProviderFailure)) throw error
      ctx.log.warn('payment page not read', { link: link.id, reason: error.message })
      await postponeCheck(ctx, link)
    }
  }
}
