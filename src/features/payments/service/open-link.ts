import { and, desc, eq, inArray } from 'drizzle-orm'
import type { Tx } from '#db/types.ts'
import { lockUser } from '#features/auth/service/lock-user.ts'
import type { Answered } from '#server/answers/answer-in.ts'
import { mutate } from '#server/answers/mutate.ts'
import type { CustomerContext } from '#server/context.ts'
import { DomainError } from '#shared/errors.ts'
import type { Answer } from '#shared/schema.ts'
import { after, day, hour, minute } from '#shared/time.ts'
import type { LinkRow } from '../context.ts'
import type { payLinkOutput } from '../contract/contract.ts'
import { type OnlinePayments, ProviderFailure, type ProviderLink } from '../drivers/provider.ts'
import { isFor } from './pay.ts'
import { findOwnTarget, idsOf, type Target } from './targets.ts'

const linkLifeMs = 3 * day
/** A page that expires sooner is no longer used. */
const leastLifeMs = hour
const firstCheckMs = minute

const isUsable = (link: LinkRow, target: Target, now: Date): boolean =>
  link.amountPaise === target.duePaise && link.expiresAt > after(now, leastLifeMs)

/** The open page of the target, or the row of a new one; closes one for another amount. */
async function prepareLink(tx: Tx, ctx: CustomerContext, target: Target): Promise<LinkRow> {
  const { paymentLinks: l } = tx.t
  const now = ctx.now()
  await lockUser(tx, ctx)
  const [link] = await tx
    .select()
    .from(l)
    .where(and(isFor(l, target), inArray(l.status, ['creating', 'open'])))
    .orderBy(desc(l.createdAt))
  if (link && isUsable(link, target, now)) return link
  if (link) await tx.update(l).set({ status: 'ended', checkAt: now }).where(eq(l.id, link.id))
  const [made] = await tx
    .insert(l)
    .values({
      userId: target.userId,
      ...idsOf(target),
      amountPaise: target.duePaise,
      status: 'creating',
      createdAt: now,
      expiresAt: after(now, linkLifeMs),
      checkAt: after(now, firstCheckMs),
    })
    .returning()
  if (!made) throw new Error('the link was not stored')
  return made
}

/** The return page of the payer: for a member, that of the service they pay for. */
const returnPath = ({ shared }: CustomerContext, { kind, id }: Target): string => {
  const base = shared ? `/as/${shared.membershipId}` : ''
  return base + (kind === 'order' ? `/pending-activation?order=${id}` : '/profile/billing')
}

async function requestPage(
  ctx: CustomerContext,
  online: OnlinePayments,
  { link, target }: { link: LinkRow; target: Target },
): Promise<ProviderLink> {
  try {
    return await online.openLink({
      id: link.id,
      amountPaise: link.amountPaise,
      description: `${target.title} (${target.reference})`,
      expiresAt: link.expiresAt,
      returnUrl: `${ctx.origin()}${returnPath(ctx, target)}`,
    })
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error
    ctx.log.warn('payment page not opened', { link: link.id, reason: error.message })
    throw new DomainError('UNAVAILABLE', 'The payment page cannot be opened right now. Please try again.', {
      retryAfterSeconds: 30,
      cause: error,
    })
  }
}

/**
 * Opens the provider's page for the amount due, reusing an open one of the same amount.
 * @throws NOT_FOUND, WRONG_STATE without a provider or when nothing is due, UNAVAILABLE when the provider is
 */
export async function openPayLink(
  ctx: CustomerContext,
  { kind, id }: { kind: Target['kind']; id: string },
): Promise<Answered<Answer<typeof payLinkOutput>>> {
  const target = await findOwnTarget(ctx.store, { kind, id, userId: ctx.user.id })
  const { online } = ctx.paymentProvider
  if (!online) throw new DomainError('WRONG_STATE', 'Online payments are not available here.')
  if (target.duePaise === 0) throw new DomainError('WRONG_STATE', 'There is nothing left to pay here.')
  const link = await ctx.store.tx((tx) => prepareLink(tx, ctx, target))
  const { externalId, url } =
    link.externalId !== null && link.url !== null ? link : await openAt(ctx, online, { link, target })
  return mutate(ctx, async (tx) => {
    const { paymentLinks: l } = tx.t
    await tx
      .update(l)
      .set({ status: 'open', externalId, url })
      .where(and(eq(l.userId, link.userId), eq(l.id, link.id), inArray(l.status, ['creating', 'open'])))
    return { id: link.id, url: url ?? '', expiresAt: link.expiresAt }
  })
}

async function openAt(ctx: CustomerContext, online: OnlinePayments, of: { link: LinkRow; target: Target }) {
  const { id: externalId, url } = await requestPage(ctx, online, of)
  return { externalId, url }
}
