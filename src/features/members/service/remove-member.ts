import { and, eq, isNull, or } from 'drizzle-orm'
import { auditCaller } from '#db/audit.ts'
import type { Tx } from '#db/types.ts'
import { emailKey } from '#features/auth/contract.ts'
import { notify } from '#features/notifications/service/notify.ts'
import type { Answered } from '#server/answer-in.ts'
import type { CustomerContext } from '#server/context.ts'
import { notFound } from '#shared/errors.ts'
import { left } from '../mails.ts'
import { lockMember, type Membership } from './rows.ts'
import { tellMember } from './tell-member.ts'

type Done = Answered<{ ok: true }>

const take = async (tx: Tx, { id }: Membership): Promise<void> => {
  await tx.delete(tx.t.serviceMembers).where(eq(tx.t.serviceMembers.id, id))
}

/** The member can do nothing from their next call on, and an invitation leads nowhere. @throws NOT_FOUND */
export async function removeMember(ctx: CustomerContext, { id }: { id: string }): Promise<Done> {
  const { row, answer } = await ctx.store.tx(async (tx) => {
    const row = await lockMember(tx, ctx, id)
    await take(tx, row)
    await auditCaller(tx, ctx, {
      ...{ action: 'member.remove', targetType: 'member', targetId: id, userId: ctx.user.id },
      note: row.email,
      details: { serviceId: row.serviceId },
    })
    return { row, answer: await ctx.answerIn(tx, { ok: true as const }) }
  })
  tellMember(ctx, row, 'ended')
  return answer
}

/** The caller leaves a service, or declines an invitation to one; its owner is told. @throws NOT_FOUND */
export async function leaveService(ctx: CustomerContext, { id }: { id: string }): Promise<Done> {
  const { row, answer } = await ctx.store.tx(async (tx) => {
    const { serviceMembers: m } = tx.t
    const { user } = ctx
    const isInvited = user.emailVerified
      ? and(isNull(m.memberId), eq(m.emailKey, emailKey(user.email)))
      : undefined
    const mine = and(eq(m.id, id), or(eq(m.memberId, user.id), isInvited))
    const [row] = await ctx.store.lock(tx.select().from(m).where(mine))
    if (!row) throw notFound('This service')
    await take(tx, row)
    const hasJoined = row.memberId !== null
    await auditCaller(tx, ctx, {
      ...{ action: hasJoined ? 'member.leave' : 'member.decline', targetType: 'member', targetId: id },
      ...{ userId: row.userId, note: row.email, details: { serviceId: row.serviceId } },
    })
    await notify(tx, ctx, {
      ...{ userId: row.userId, kind: 'member.invited', relatedId: id },
      template: left({ ...row, hasJoined }),
    })
    return { row, answer: await ctx.answerIn(tx, { ok: true as const }) }
  })
  tellMember(ctx, row, 'ended')
  return answer
}
