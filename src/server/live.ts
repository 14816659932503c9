import type { Hono } from 'hono'
import { DomainError } from '#shared/errors.ts'
import type { Deps } from './context.ts'
import type { Doors, RequestEnv } from './doors.ts'
import { type LiveEvent, sessionKind } from './events.ts'
import type { Authenticated, SessionUser } from './session.ts'

const commentMs = 8_000
const forAdministrators = new Set(['order', 'service', 'contact'])

const mayHear = (user: SessionUser, event: LiveEvent): boolean =>
  event.kind !== sessionKind &&
  (event.userId === user.id || (user.isAdmin && forAdministrators.has(event.kind)))

const isEndOf = ({ session, user }: Authenticated, { kind, id, userId }: LiveEvent): boolean =>
  kind === sessionKind && id === session.publicId && userId === user.id

const encode = ({ kind, id, status }: LiveEvent): string =>
  `event: ${kind}\ndata: ${JSON.stringify({ id, status })}\n\n`

/**
 * `GET /api/events`: what changed of the caller's things, as it happens, with a comment every 8 s (decisions section 1).
 * Nothing is replayed: whoever reconnects reads everything again. Ends with the portal, and with the session it was opened under:
 * at once when that was ended, within 8 s when it ran out or another node's notice was lost.
 */
export function mountLive(app: Hono<RequestEnv>, doors: Doors, deps: Deps): void {
  app.get('/api/events', async (c) => {
    try {
      const { user, session } = await doors.contextOf(c, { poll: true })
      if (!user || !session) throw new DomainError('UNAUTHORIZED', 'Unauthorized')
      const cookie = c.req.raw.headers.get('cookie')
      const stream = openStream(deps, { user, session }, () => deps.sessions.read(cookie, { poll: true }))
      return new Response(stream, {
        headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-store' },
      })
    } catch (error) {
      return doors.refuse(c, error)
    }
  })
}

function openStream(
  deps: Deps,
  caller: Authenticated,
  readSession: () => Promise<Authenticated | null>,
): ReadableStream {
  const encoder = new TextEncoder()
  let user: SessionUser | null = caller.user
  let stop = () => {}
  return new ReadableStream({
    start(controller) {
      const send = (text: string) => {
        if (user) controller.enqueue(encoder.encode(text))
      }
      const end = () => {
        if (user) controller.close()
        stop()
      }
      const unsubscribe = deps.events.subscribe((event) => {
        if (isEndOf(caller, event)) end()
        else if (user && mayHear(user, event)) send(encode(event))
      }, end)
      const timer = setInterval(async () => {
        const before = user
        // A store that does not answer now says nothing about the session.
        const found = await readSession().catch(() => (before ? { user: before } : null))
        // The browser may have gone while the session was read.
        if (!user) return
        if (!found) return end()
        user = found.user
        send(': still here\n\n')
      }, commentMs)
      stop = () => {
        user = null
        clearInterval(timer)
        unsubscribe()
      }
      send('retry: 2000\n: connected\n\n')
    },
    cancel: () => stop(),
  })
}
