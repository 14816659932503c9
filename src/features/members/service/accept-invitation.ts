import { and, eq, gt, isNull, ne, type SQL } from 'drizzle-orm'
import { auditCaller } from '#db/audit/audit.ts'
import { notify } from '#features/notifications/service/notify.ts'
import type { Answered } from '#server/answers/answer-in.ts'
import { mutate } from '#server/answers/mutate.ts'
import type { CustomerContext } from '#server/context.ts'
import { emailKey } from '#shared/email-key.ts'
import { DomainError, invalid, notFound } from '#shared/errors.ts'
import type { Answer } from '#shared/schema.ts'
import type { membershipOutput } from '../contract.ts'
import { joined } from '../mails.ts'
import { publishMember } from './publish-member.ts'
import { isOpenAt, presentMembership, selectMemberships } from './rows.ts'
import { hashToken } from './tokens.ts'

type AcceptAnswer = Answered<Answer<typeof membershipOutput>>

const wrongAccount = () =>
  new DomainError(
    'FORBIDDEN',
    'This invitation is for another email address. Sign in with the account of that address, or verify that address first.',
  )

type InvitationLookup = { which: SQL; missing: () => DomainError }

/** Accepts an open invitation for the account; its address must be the account's, and verified. */
const accept = (ctx: CustomerContext, { which, missing }: InvitationLookup): Promise<AcceptAnswer> =>
  mutate(ctx, async (tx) => {
    const { serviceMembers: m, userServices: s } = tx.t
    const { id: memberId, email, emailVerified } = ctx.user
    const now = ctx.now()
    const isOpen = and(which, isNull(m.memberId), gt(m.inviteExpiresAt, now), isOpenAt(tx.t, now))
    const [row] = await ctx.store.lock(tx.select().from(m).where(isOpen))
    if (!row) throw missing()
    if (!emailVerified || emailKey(email) !== row.emailKey) throw wrongAccount()
    const isThere = and(eq(s.userId, row.userId), eq(s.id, row.serviceId), ne(s.status, 'terminated'))
    if ((await tx.$count(s, isThere)) === 0) throw missing()
    await tx.update(m).set({ memberId, tokenHash: null, acceptedAt: now }).where(eq(m.id, row.id))
    await auditCaller(tx, ctx, {
      ...{ action: 'member.join', targetType: 'member', targetId: row.id, userId: row.userId },
      ...{ note: row.email, details: { serviceId: row.serviceId, role: row.role } },
    })
    await notify(tx, ctx, {
      ...{ userId: row.userId, kind: 'member.invited', relatedId: row.id },
      template: joined(row),
    })
    const [made] = await selectMemberships(tx).where(eq(m.id, row.id))
    if (!made) throw missing()
    publishMember(tx, ctx, { ...row, memberId }, 'joined')
    return presentMembership(made, now)
  })

/**
 * Accepts an invitation from the caller's list.
 * @throws NOT_FOUND when it is another person's, used, withdrawn or older than seven days
 */
export function acceptInvitation(ctx: CustomerContext, { id }: { id: string }): Promise<AcceptAnswer> {
  const { serviceMembers: m } = ctx.store.t
  // Another person's invitation looks like a missing one here; the holder of a link has its token, and gets a reason.
  const which = and(eq(m.id, id), eq(m.emailKey, emailKey(ctx.user.email))) as SQL
  return accept(ctx, { which, missing: () => notFound('This invitation') })
}

/**
 * Accepts the invitation of a link, which is then used up.
 * @throws INVALID when it is unknown, used, withdrawn or older than seven days, FORBIDDEN for an account of another address
 */
export function acceptLink(ctx: CustomerContext, { token }: { token: string }): Promise<AcceptAnswer> {
  const { serviceMembers: m } = ctx.store.t
  const missing = () => invalid('token', 'This invitation is no longer valid. Ask for a new one.')
  return accept(ctx, { which: eq(m.tokenHash, hashToken(token)), missing })
}
