import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import { auditCaller } from '#db/audit/audit.ts'
import { assertFresh } from '#features/auth/service/assert-fresh.ts'
import type { Answered } from '#server/answers/answer-in.ts'
import { mutate } from '#server/answers/mutate.ts'
import type { CustomerContext } from '#server/context.ts'
import type { Answer } from '#shared/schema.ts'
import type { changeMemberInput, memberOutput } from '../contract.ts'
import { assertFuture } from './invite-member.ts'
import { publishMember } from './publish-member.ts'
import { lockMember, presentMember } from './rows.ts'

/**
 * Changes a member's role and end date from their next call on; omitted fields stay unchanged.
 * @throws NOT_FOUND, SUDO_REQUIRED, INVALID for an end that has passed
 */
export const changeMember = (
  ctx: CustomerContext,
  { id, role, endsAt }: z.output<typeof changeMemberInput>,
): Promise<Answered<Answer<typeof memberOutput>>> =>
  mutate(ctx, async (tx) => {
    const before = await lockMember(tx, ctx, id)
    assertFresh(ctx)
    assertFuture(ctx, endsAt)
    const row = {
      ...before,
      ...(role === undefined ? {} : { role }),
      ...(endsAt === undefined ? {} : { endsAt }),
    }
    const { serviceMembers: m } = tx.t
    await tx.update(m).set({ role: row.role, endsAt: row.endsAt }).where(eq(m.id, id))
    await auditCaller(tx, ctx, {
      ...{ action: 'member.change', targetType: 'member', targetId: id, userId: ctx.user.id },
      note: row.email,
      details: { serviceId: row.serviceId, role: row.role, endsAt: row.endsAt?.toISOString() ?? null },
    })
    publishMember(tx, ctx, row, 'changed')
    return presentMember(row, ctx.now())
  })
