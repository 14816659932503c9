import type { Hono } from 'hono'
import { limiterKey } from '#shared/address.ts'
import { DomainError } from '#shared/errors.ts'
import { includesRole } from '#shared/member-roles.ts'
import type { Context, Deps } from '../context.ts'
import { type LiveEvent, sessionKind } from '../events.ts'
import type { Feature, HttpRoute } from '../feature.ts'
import { type KeyUse, readBearer } from '../keys.ts'
import type { Authenticated, SessionUser } from '../sessions/session.ts'
import { findHolder } from './bearer.ts'
import { liveAddress } from './route-demands.ts'
import type { RequestEnv, Transport } from './transport.ts'

const commentMs = 8_000

/** The address of the stream. The portal writes to it every eight seconds, and ends it with its session. */
export const liveRoute: HttpRoute = {
  ...liveAddress,
  idleSeconds: 0,
  description: {
    summary: 'Streams changes to your data as they happen.',
    answer: { type: 'text/event-stream' },
  },
}

/** The kinds of events that administrators receive for every user. */
const kindsForAdministrators = (features: readonly Feature[]): Set<string> =>
  new Set(
    features.flatMap(({ live = {} }) =>
      Object.entries(live).flatMap(([kind, audience]) => (audience === 'everybody' ? [kind] : [])),
    ),
  )

/** Whether the event ends the stream's session, or the membership or view through which it reports another user's changes. */
function isEndOf({ actor, session, shared, viewing }: Caller, { kind, id, userId }: LiveEvent): boolean {
  if (kind !== sessionKind || userId !== actor.id) return false
  return id === session.publicId || id === (shared?.membershipId ?? viewing?.id)
}

type Caller = Authenticated & Pick<Context, 'shared' | 'viewing'> & { actor: SessionUser }

type SharedKinds = NonNullable<Feature['sharedLive']>

/** Whether the owner's change concerns the shared service. */
async function isInShared(
  ctx: Context,
  kinds: SharedKinds,
  { kind, id, userId }: LiveEvent,
): Promise<boolean> {
  const { shared, user } = ctx
  if (!shared || userId !== user?.id) return false
  const named = kinds[kind]
  if (!named || !includesRole(shared.role, named.from)) return false
  return ctx.rules.areInService(ctx, { kind: named.kind, ids: [id], serviceId: shared.serviceId })
}

/** Streams per account, one for each browser, and per address, which an office or a proxy may share. */
export const streamLimits = { account: 32, address: 2_048 } as const
const retryAfterSeconds = 30

/** Counts open streams per key and admits at most `most`. */
function createCount(most: number) {
  const open = new Map<string, number>()
  return {
    isFull: (key: string) => (open.get(key) ?? 0) >= most,
    /** Counts a stream until the returned function is called. */
    add(key: string) {
      open.set(key, (open.get(key) ?? 0) + 1)
      return () => {
        const left = (open.get(key) ?? 1) - 1
        if (left > 0) open.set(key, left)
        else open.delete(key)
      }
    },
  }
}

/** Counts the streams of a node. @throws TOO_MANY_REQUESTS when the account or the address has reached its limit */
function createStreamCount() {
  const [accounts, addresses] = [createCount(streamLimits.account), createCount(streamLimits.address)]
  return (userId: string, address: string): (() => void) => {
    const network = limiterKey(address)
    if (accounts.isFull(userId) || addresses.isFull(network))
      throw new DomainError(
        'TOO_MANY_REQUESTS',
        'This portal is open in too many windows. Close some of them.',
        {
          retryAfterSeconds,
        },
      )
    const leave = [accounts.add(userId), addresses.add(network)]
    return () => {
      for (const each of leave.splice(0)) each()
    }
  }
}

const encode = ({ kind, id, status }: LiveEvent): string =>
  `event: ${kind}\ndata: ${JSON.stringify({ id, status })}\n\n`

/**
 * `GET /api/events`: changes to the caller's data as they happen, with a comment every 8 s. Nothing is replayed: a client that
 * reconnects re-reads everything. Ends with the portal, and with the session it was opened under: immediately when that is ended,
 * within 8 s when it expired or another node's notice was lost. An account has at most 32.
 */
export function mountLive(app: Hono<RequestEnv>, transport: Transport, deps: Deps): void {
  const countStream = createStreamCount()
  const forAdministrators = kindsForAdministrators(deps.features)
  const kinds: SharedKinds = Object.assign({}, ...deps.features.map(({ sharedLive }) => sharedLive))
  const mayHear =
    (key: KeyUse | null) =>
    (user: SessionUser, event: LiveEvent): boolean => {
      if (event.kind === sessionKind) return false
      const isAdministrator = user.isAdmin && (key === null || key.scopes.has('admin:read'))
      return event.userId === user.id || (isAdministrator && forAdministrators.has(event.kind))
    }
  app.get(liveAddress.path, async (c) => {
    try {
      const ctx = await transport.contextOf(c, { poll: true })
      const { user, session, key, shared, viewing, client, sessions } = ctx
      if (!user || !session) throw new DomainError('UNAUTHORIZED', 'Unauthorized')
      const actor = (shared ?? viewing)?.actor ?? user
      const leave = countStream(actor.id, client.address)
      const cookie = c.req.raw.headers.get('cookie')
      const bearer = readBearer(c.req.raw, c.req.path)
      const readSession = async () => {
        if (bearer !== null) return findHolder(deps, bearer)
        const found = await sessions.read(cookie, { poll: true })
        if (found && viewing) {
          const view = await deps.rules.findView(deps, { id: viewing.id, caller: found })
          return view?.isOpen ? { ...found, user } : null
        }
        if (!found || !shared) return found
        const wanted = { id: shared.membershipId, userId: found.user.id }
        return (await deps.rules.findMembership(deps, wanted)) && found
      }
      const hears = shared
        ? (_: SessionUser, event: LiveEvent) => isInShared(ctx, kinds, event)
        : mayHear(key)
      const stream = openStream(
        deps,
        { user, actor, session, shared, viewing },
        { readSession, mayHear: hears, leave },
      )
      return new Response(stream, {
        headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-store' },
      })
    } catch (error) {
      return transport.refuse(c, error)
    }
  })
}

function openStream(
  deps: Deps,
  caller: Caller,
  {
    readSession,
    mayHear,
    leave,
  }: {
    readSession: () => Promise<Authenticated | null>
    mayHear: (user: SessionUser, event: LiveEvent) => boolean | Promise<boolean>
    leave: () => void
  },
): ReadableStream {
  const encoder = new TextEncoder()
  let user: SessionUser | null = caller.user
  let stop = () => {}
  return new ReadableStream({
    start(controller) {
      const send = (text: string) => {
        if (user) controller.enqueue(encoder.encode(text))
      }
      const hear = (event: LiveEvent, isHeard: boolean | Promise<boolean>) => {
        if (isHeard === true) send(encode(event))
        // An event that cannot be checked now is dropped; the next read shows the change.
        else if (isHeard) isHeard.then((is) => is && send(encode(event))).catch(() => {})
      }
      const end = () => {
        if (user) controller.close()
        stop()
      }
      const unsubscribe = deps.events.subscribe((event) => {
        if (isEndOf(caller, event)) end()
        else if (user) hear(event, mayHear(user, event))
      }, end)
      const timer = setInterval(async () => {
        const before = user
        // An unreachable store says nothing about the session.
        const found = await readSession().catch(() => (before ? { user: before } : null))
        // The browser may have disconnected during the session lookup.
        if (!user) return
        if (!found) return end()
        user = found.user
        send(': still here\n\n')
      }, commentMs)
      stop = () => {
        user = null
        clearInterval(timer)
        unsubscribe()
        leave()
      }
      send('retry: 2000\n: connected\n\n')
    },
    cancel: () => stop(),
  })
}
