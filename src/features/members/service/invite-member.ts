import { randomBytes } from 'node:crypto'
import { and, count, eq, gt } from 'drizzle-orm'
import type { z } from 'zod'
import { auditCaller } from '#db/audit/audit.ts'
import type { Tx } from '#db/types.ts'
import { assertFresh } from '#features/auth/service/assert-fresh.ts'
import { lockUser } from '#features/auth/service/lock-user.ts'
import { sendMail } from '#features/mail/send-mail.ts'
import { getService } from '#features/services/service.ts'
import type { Answered } from '#server/answers/answer-in.ts'
import { mutate } from '#server/answers/mutate.ts'
import type { CustomerContext } from '#server/context.ts'
import { emailKey } from '#shared/email-key.ts'
import { DomainError, invalid, limitReached } from '#shared/errors.ts'
import type { Answer } from '#shared/schema.ts'
import { after, day } from '#shared/time.ts'
import { inviteDays, type inviteInput, maxInvitesPerDay, maxMembers, type memberOutput } from '../contract.ts'
import { invitation } from '../mails.ts'
import { presentMember } from './rows.ts'
import { hashToken } from './tokens.ts'

type InviteRequest = z.output<typeof inviteInput>

/** @throws INVALID for a time in the past */
export function assertFuture(ctx: CustomerContext, endsAt: Date | null | undefined): void {
  if (endsAt && endsAt <= ctx.now()) throw invalid('endsAt', 'Choose a date in the future.')
}

/** @throws LIMIT_REACHED, TOO_MANY_REQUESTS, INVALID when the address is a member already */
async function assertRoom(tx: Tx, ctx: CustomerContext, { serviceId, email }: InviteRequest): Promise<void> {
  const { serviceMembers: m, auditLog: a } = tx.t
  const key = emailKey(email)
  const [known] = await tx
    .select()
    .from(m)
    .where(and(eq(m.serviceId, serviceId), eq(m.emailKey, key)))
  // A former member or expired invitation may be invited again.
  if (known && presentMember(known, ctx.now()).status !== 'ended')
    throw invalid('email', 'This address already belongs to a member or an invitation.')
  if (known) await tx.delete(m).where(eq(m.id, known.id))
  const used = await tx.$count(m, eq(m.serviceId, serviceId))
  if (used >= maxMembers)
    throw limitReached(`A service has at most ${maxMembers} members. Remove one first.`, {
      limit: maxMembers,
      used,
    })
  const today = and(
    eq(a.userId, ctx.user.id),
    eq(a.action, 'member.invite'),
    gt(a.at, after(ctx.now(), -day)),
  )
  const [sent] = await tx.select({ number: count() }).from(a).where(today)
  if ((sent?.number ?? 0) >= maxInvitesPerDay)
    throw new DomainError(
      'TOO_MANY_REQUESTS',
      `You can send at most ${maxInvitesPerDay} invitations a day.`,
      {
        retryAfterSeconds: 3_600,
      },
    )
}

/**
 * Invites an address to a service of the caller's: it receives a mail with a link that works once and for seven days, and has no
 * access before accepting.
 * @throws NOT_FOUND, SUDO_REQUIRED, INVALID, LIMIT_REACHED at 20 members, TOO_MANY_REQUESTS
 */
export async function inviteMember(
  ctx: CustomerContext,
  wish: InviteRequest,
): Promise<Answered<Answer<typeof memberOutput>>> {
  const service = await getService(ctx, { id: wish.serviceId })
  assertFresh(ctx)
  assertFuture(ctx, wish.endsAt)
  if (emailKey(wish.email) === emailKey(ctx.user.email)) throw invalid('email', 'This is your own address.')
  const [token, now] = [randomBytes(32).toString('base64url'), ctx.now()]
  const row = {
    ...{ id: Bun.randomUUIDv7(), userId: ctx.user.id, memberId: null, acceptedAt: null, createdAt: now },
    ...{ ...wish, emailKey: emailKey(wish.email), tokenHash: hashToken(token) },
    inviteExpiresAt: after(now, inviteDays * day),
  }
  const facts = { id: row.id, token, owner: ctx.user.email, role: row.role, endsAt: row.endsAt }
  const name = service.domain ?? service.plan.name
  return mutate(ctx, async (tx) => {
    await lockUser(tx, ctx)
    await assertRoom(tx, ctx, wish)
    await tx.insert(tx.t.serviceMembers).values(row)
    await auditCaller(tx, ctx, {
      ...{ action: 'member.invite', targetType: 'member', targetId: row.id, userId: ctx.user.id },
      note: wish.email,
      details: { serviceId: wish.serviceId, role: wish.role, endsAt: wish.endsAt?.toISOString() ?? null },
    })
    await sendMail(tx, ctx, invitation({ ...facts, name }), { email: wish.email })
    return presentMember(row, now)
  })
}
