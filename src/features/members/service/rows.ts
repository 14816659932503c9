import { and, eq, gt, isNull, ne, or } from 'drizzle-orm'
import type { Source, Store, Tx } from '#db/types.ts'
import type { CustomerContext } from '#server/context.ts'
import { only } from '#shared/errors.ts'
import type { Answer } from '#shared/schema.ts'
import type { memberOutput, membershipOutput } from '../contract.ts'

export type Membership = Store['t']['serviceMembers']['$inferSelect']

/** Whether a membership is active now, by its own dates. */
export const isOpenAt = ({ serviceMembers: m }: Store['t'], now: Date) =>
  or(isNull(m.endsAt), gt(m.endsAt, now))

const isOwnMember = ({ store, user }: CustomerContext, id: string) =>
  and(eq(store.t.serviceMembers.userId, user.id), eq(store.t.serviceMembers.id, id))

/** A member of one of the caller's services, locked in `tx`. @throws NOT_FOUND */
export async function lockMember(tx: Tx, ctx: CustomerContext, id: string): Promise<Membership> {
  const own = tx.select().from(tx.t.serviceMembers).where(isOwnMember(ctx, id))
  return only(await ctx.store.lock(own), 'This member')
}

type MembershipDates = Pick<Membership, 'memberId' | 'endsAt' | 'inviteExpiresAt'>

const statusOf = ({ memberId, endsAt, inviteExpiresAt }: MembershipDates, now: Date) => {
  const end = memberId === null ? inviteExpiresAt : endsAt
  if (end && end <= now) return 'ended'
  return memberId === null ? 'invited' : 'active'
}

/** A member as shown to the service owner. */
export const presentMember = (row: Membership, now: Date): Answer<typeof memberOutput> => ({
  id: row.id,
  serviceId: row.serviceId,
  email: row.email,
  role: row.role,
  status: statusOf(row, now),
  endsAt: row.endsAt,
  inviteExpiresAt: row.memberId === null ? row.inviteExpiresAt : null,
  createdAt: row.createdAt,
})

/** Memberships with their service, which has not ended, and its owner. */
export const selectMemberships = ({ read, t }: Source) => {
  const { serviceMembers: m, userServices: s, pricingPlans, users } = t
  return read
    .select({ member: m, domain: s.domain, plan: pricingPlans.name, email: users.email })
    .from(m)
    .innerJoin(s, and(eq(s.userId, m.userId), eq(s.id, m.serviceId), ne(s.status, 'terminated')))
    .innerJoin(pricingPlans, eq(pricingPlans.id, s.planId))
    .innerJoin(users, eq(users.id, m.userId))
}

type MembershipWithService = Awaited<ReturnType<typeof selectMemberships>>[number]

/** A membership as shown to the member or the invited person. */
export const presentMembership = (
  { member, domain, plan, email }: MembershipWithService,
  now: Date,
): Answer<typeof membershipOutput> => ({
  id: member.id,
  service: { id: member.serviceId, name: domain ?? plan },
  owner: { email },
  role: member.role,
  status: statusOf(member, now),
  endsAt: member.endsAt,
  inviteExpiresAt: member.memberId === null ? member.inviteExpiresAt : null,
})
