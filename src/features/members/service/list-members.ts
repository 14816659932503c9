import { and, desc, eq, isNull, or } from 'drizzle-orm'
import type { z } from 'zod'
import { maxRows } from '#db/lists/paging.ts'
import { assertOwnService } from '#features/services/service.ts'
import type { CustomerContext } from '#server/context.ts'
import { emailKey } from '#shared/email-key.ts'
import type { Answer } from '#shared/schema.ts'
import type { listMembersInput, memberOutput, membershipOutput } from '../contract.ts'
import { presentMember, presentMembership, selectMemberships } from './rows.ts'

/** The members of the caller's services, or of one of them, newest first, including invitations. @throws NOT_FOUND */
export async function listMembers(
  ctx: CustomerContext,
  { serviceId }: z.output<typeof listMembersInput>,
): Promise<Answer<typeof memberOutput>[]> {
  await assertOwnService(ctx, serviceId)
  const { serviceMembers: m } = ctx.store.t
  const own = and(eq(m.userId, ctx.user.id), serviceId ? eq(m.serviceId, serviceId) : undefined)
  const rows = await ctx.store.read
    .select()
    .from(m)
    .where(own)
    .orderBy(desc(m.createdAt), desc(m.id))
    .limit(maxRows)
  return rows.map((row) => presentMember(row, ctx.now()))
}

/** The services shared with the caller, and invitations to the caller's verified address, newest first. */
export async function listMemberships(ctx: CustomerContext): Promise<Answer<typeof membershipOutput>[]> {
  const { serviceMembers: m } = ctx.store.t
  const { id, email, emailVerified } = ctx.user
  const isInvited = emailVerified ? and(isNull(m.memberId), eq(m.emailKey, emailKey(email))) : undefined
  const rows = await selectMemberships(ctx.store)
    .where(or(eq(m.memberId, id), isInvited))
    .orderBy(desc(m.createdAt), desc(m.id))
    .limit(maxRows)
  return rows.map((row) => presentMembership(row, ctx.now()))
}
