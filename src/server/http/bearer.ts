import { checkThrottle, recordFailure } from '#db/limits.ts'
import { DomainError } from '#shared/errors.ts'
import type { Deps } from '../context.ts'
import { type KeyUse, readBearer, standIn } from '../keys.ts'
import { notMember, readActingFor } from '../sessions/members.ts'
import type { Shared } from '../sessions/membership.ts'
import type { Authenticated, Sessions, SessionUser } from '../sessions/session.ts'

/** Who calls, by a session or by an API key. */
export type Identified = Authenticated & { key: KeyUse | null; shared: Shared | null }

/** The caller behind an API key; null when the key is wrong, expired or removed. */
export async function findHolder(deps: Deps, bearer: string): Promise<Identified | null> {
  const holder = await deps.rules.findKeyHolder(deps, bearer)
  return holder && { user: holder.user, key: holder.key, session: standIn(holder), shared: null }
}

/**
 * The caller behind an API key. Wrong ones count as failures of the address, as at sign-in; right ones never wait, since
 * nobody can guess them and others may share the address.
 * @throws UNAUTHORIZED, TOO_MANY_REQUESTS
 */
async function readHolder(deps: Deps, bearer: string, address: string): Promise<Identified> {
  const found = await findHolder(deps, bearer)
  if (found) return found
  const attempt = { account: null, address, now: deps.now() }
  await checkThrottle(deps.store, attempt)
  await deps.store.tx((tx) => recordFailure(tx, attempt))
  throw new DomainError('UNAUTHORIZED', 'Unauthorized')
}

type Asking = { request: Request; path: string; address: string; sessions: Sessions; poll: boolean }

const withoutRights = (user: SessionUser): SessionUser => ({ ...user, isAdmin: false, hasAdminAccess: false })

/**
 * The same caller in the place of the owner of a service that is shared with them: what they read and change is the owner's,
 * without the owner's rights as an administrator.
 * @throws NOT_A_MEMBER when there is no such membership, or it has ended
 */
async function actFor(deps: Deps, id: string, caller: Authenticated): Promise<Identified> {
  const found = await deps.rules.findMembership(deps, { id, userId: caller.user.id })
  if (!found) throw notMember()
  const { owner, ...membership } = found
  const shared = { ...membership, actor: withoutRights(caller.user) }
  return { user: withoutRights(owner), session: caller.session, key: null, shared }
}

/**
 * Who calls: by the API key of the request if it has one, else by its cookie, and for whom.
 * @throws UNAUTHORIZED, TOO_MANY_REQUESTS for a key that opens nothing, FORBIDDEN for one that would act for somebody,
 *   NOT_A_MEMBER
 */
export async function identify(deps: Deps, asking: Asking): Promise<Identified | null> {
  const { request, path, address, sessions, poll } = asking
  const [bearer, actingFor] = [readBearer(request, path), readActingFor(request)]
  if (bearer !== null) {
    const holder = await readHolder(deps, bearer, address)
    if (actingFor !== null) throw new DomainError('FORBIDDEN', 'An API key cannot act for somebody else.')
    return holder
  }
  const found = await sessions.read(request.headers.get('cookie'), { poll })
  if (!found) return null
  return actingFor === null ? { ...found, key: null, shared: null } : actFor(deps, actingFor, found)
}
