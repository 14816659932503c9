import { and, eq, ne } from 'drizzle-orm'
import { callerColumns } from '#db/rows/caller.ts'
import type { Deps } from '#server/context.ts'
import type { OpenMembership } from '#server/sessions/membership.ts'
import { readId } from '#shared/schema.ts'
import { isOpenAt } from './rows.ts'

/**
 * The membership if it belongs to the user and is active: accepted, not past its end, and of a service that has not ended.
 * Read with every request, so that a change takes effect with the next one.
 */
export async function findMembership(
  { store, now }: Deps,
  { id, userId }: { id: string; userId: string },
): Promise<OpenMembership | null> {
  const { serviceMembers: m, userServices: s, users } = store.t
  const [row] = await store.read
    .select({ membershipId: m.id, role: m.role, serviceId: m.serviceId, owner: callerColumns(users) })
    .from(m)
    .innerJoin(s, and(eq(s.userId, m.userId), eq(s.id, m.serviceId), ne(s.status, 'terminated')))
    .innerJoin(users, eq(users.id, m.userId))
    .where(and(eq(m.id, readId(id)), eq(m.memberId, userId), isOpenAt(store.t, now())))
  return row ?? null
}
