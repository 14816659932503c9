import { checkThrottle, recordFailure } from '#db/limits.ts'
import { DomainError } from '#shared/errors.ts'
import type { Deps } from '../context.ts'
import { type KeyUse, readBearer, standIn } from '../keys.ts'
import { notMember, readActingFor } from '../sessions/members.ts'
import type { Shared } from '../sessions/membership.ts'
import type { Authenticated, Sessions, SessionUser } from '../sessions/session.ts'
import { type Viewing, viewEnded } from '../sessions/viewing.ts'

/** The caller, identified by a session or an API key. */
export type Identified = Authenticated & {
  key: KeyUse | null
  shared: Shared | null
  viewing: Viewing | null
}

const forOneself = { key: null, shared: null, viewing: null }

/** The caller behind an API key; null when the key is wrong, expired or removed. */
export async function findHolder(deps: Deps, bearer: string): Promise<Identified | null> {
  const holder = await deps.rules.findKeyHolder(deps, bearer)
  return holder && { ...forOneself, user: holder.user, key: holder.key, session: standIn(holder) }
}

/**
 * The caller behind an API key. Wrong keys count as failures of the address, as at sign-in; right ones never wait, since keys
 * cannot be guessed and others may share the address.
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

type CallerRequest = { request: Request; path: string; address: string; sessions: Sessions; poll: boolean }

const withoutRights = (user: SessionUser): SessionUser => ({ ...user, isAdmin: false, hasAdminAccess: false })

/**
 * Replaces an administrator by the customer whom they view as; null when they began no such view.
 * @throws VIEW_ENDED
 */
async function viewAs(deps: Deps, id: string, caller: Authenticated): Promise<Identified | null> {
  const view = await deps.rules.findView(deps, { id, caller })
  if (!view) return null
  const { customer, endsAt } = view
  if (!view.isOpen) throw viewEnded(customer)
  const viewing = { id, endsAt, actor: withoutRights(caller.user) }
  return { ...forOneself, user: { ...customer, isAdmin: false }, session: caller.session, viewing }
}

/**
 * Replaces the caller by the owner of a service shared with them, whose data they then read and change, without the owner's
 * rights as an administrator; or by a customer whom an administrator views as.
 * @throws NOT_A_MEMBER when there is no such membership or it has ended, VIEW_ENDED
 */
async function actFor(deps: Deps, id: string, caller: Authenticated): Promise<Identified> {
  const found = await deps.rules.findMembership(deps, { id, userId: caller.user.id })
  if (!found) {
    const viewed = await viewAs(deps, id, caller)
    if (!viewed) throw notMember()
    return viewed
  }
  const { owner, ...membership } = found
  const shared = { ...membership, actor: withoutRights(caller.user) }
  return { ...forOneself, user: withoutRights(owner), session: caller.session, shared }
}

/**
 * Identifies the caller, by the API key of the request if it has one, else by its cookie, and the user they act for.
 * @throws UNAUTHORIZED, TOO_MANY_REQUESTS for an invalid key, FORBIDDEN for a key that would act for another user,
 *  NOT_A_MEMBER, VIEW_ENDED
 */
export async function identify(deps: Deps, asking: CallerRequest): Promise<Identified | null> {
  const { request, path, address, sessions, poll } = asking
  const [bearer, actingFor] = [readBearer(request, path), readActingFor(request)]
  if (bearer !== null) {
    const holder = await readHolder(deps, bearer, address)
    if (actingFor !== null) throw new DomainError('FORBIDDEN', 'An API key cannot act for another user.')
    return holder
  }
  const found = await sessions.read(request.headers.get('cookie'), { poll })
  if (!found) return null
  return actingFor === null ? { ...found, ...forOneself } : actFor(deps, actingFor, found)
}
