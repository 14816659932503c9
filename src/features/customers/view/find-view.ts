import { and, eq } from 'drizzle-orm'
import { callerColumns } from '#db/rows/caller.ts'
import { whyNoAdministration } from '#features/auth/security/security.ts'
import type { Deps } from '#server/context.ts'
import type { Authenticated } from '#server/sessions/session.ts'
import type { CustomerView } from '#server/sessions/viewing.ts'
import { readId } from '#shared/schema.ts'

/**
 * The view of this id if the caller began it. It is open until it expires, in the session that began it, while the caller is an
 * administrator and the customer is not. Read with every request, so that an end applies from the next one on.
 */
export async function findView(
  { store, env, now }: Deps,
  { id, caller }: { id: string; caller: Authenticated },
): Promise<CustomerView | null> {
  const { user, session } = caller
  const { customerViews: v, users } = store.t
  const [row] = await store.read
    .select({ endsAt: v.endsAt, endedAt: v.endedAt, sessionId: v.sessionId, customer: callerColumns(users) })
    .from(v)
    .innerJoin(users, eq(users.id, v.userId))
    .where(and(eq(v.id, readId(id)), eq(v.viewerId, user.id)))
  if (!row) return null
  const { customer, endsAt, endedAt, sessionId } = row
  const isRunning = endedAt === null && endsAt > now() && sessionId === session.publicId
  const mayLook = isRunning && user.isAdmin && !customer.isAdmin
  const isOpen = mayLook && (await whyNoAdministration({ env, store, user })) === null
  return { customer, endsAt, isOpen }
}
