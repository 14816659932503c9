import { and, eq, isNull, or } from 'drizzle-orm'
import { auditCaller } from '#db/audit/audit.ts'
import type { Tx } from '#db/types.ts'
import { notify } from '#features/notifications/service/notify.ts'
import type { Answered } from '#server/answers/answer-in.ts'
import { mutate } from '#server/answers/mutate.ts'
import type { CustomerContext } from '#server/context.ts'
import { emailKey } from '#shared/email-key.ts'
import { only } from '#shared/errors.ts'
import { left } from '../mails.ts'
import { publishMember } from './publish-member.ts'
import { lockMember, type Membership } from './rows.ts'

type RemovalAnswer = Answered<{ ok: true }>

async function take(tx: Tx, ctx: CustomerContext, row: Membership): Promise<void> {
  await tx.delete(tx.t.serviceMembers).where(eq(tx.t.serviceMembers.id, row.id))
  publishMember(tx, ctx, row, 'ended')
}

/** Ends a member's access from their next call on, or withdraws an invitation. @throws NOT_FOUND */
export const removeMember = (ctx: CustomerContext, { id }: { id: string }): Promise<RemovalAnswer> =>
  mutate(ctx, async (tx) => {
    const row = await lockMember(tx, ctx, id)
    await take(tx, ctx, row)
    await auditCaller(tx, ctx, {
      ...{ action: 'member.remove', targetType: 'member', targetId: id, userId: ctx.user.id },
      note: row.email,
      details: { serviceId: row.serviceId },
    })
    return { ok: true as const }
  })

/** The caller leaves a service, or declines an invitation to one; its owner is notified. @throws NOT_FOUND */
export const leaveService = (ctx: CustomerContext, { id }: { id: string }): Promise<RemovalAnswer> =>
  mutate(ctx, async (tx) => {
    const { serviceMembers: m } = tx.t
    const { user } = ctx
    const isInvited = user.emailVerified
      ? and(isNull(m.memberId), eq(m.emailKey, emailKey(user.email)))
      : undefined
    const mine = and(eq(m.id, id), or(eq(m.memberId, user.id), isInvited))
    const row = only(await ctx.store.lock(tx.select().from(m).where(mine)), 'This service')
    await take(tx, ctx, row)
    const hasJoined = row.memberId !== null
    await auditCaller(tx, ctx, {
      ...{ action: hasJoined ? 'member.leave' : 'member.decline', targetType: 'member', targetId: id },
      ...{ userId: row.userId, note: row.email, details: { serviceId: row.serviceId } },
    })
    await notify(tx, ctx, {
      ...{ userId: row.userId, kind: 'member.invited', relatedId: id },
      template: left({ ...row, hasJoined }),
    })
    return { ok: true as const }
  })
