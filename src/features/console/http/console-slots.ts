import type { Kernel } from '#server/context.ts'
import type { Bus } from '#server/events.ts'
import { createGate, createGates } from '#server/http/limits/gate.ts'
import { DomainError } from '#shared/errors.ts'
import { second } from '#shared/time.ts'

declare module '#server/context.ts' {
  interface Deps {
    databaseConsole: DatabaseConsole
  }
}

declare module '#server/events.ts' {
  interface LiveKinds {
    /** Cancels a query; `id` is the database ID and the query ID, joined by a slash. */
    databaseQuery: true
  }
}

/** Console connections per database, and in total on this node. */
const atOnce = 2
const inAll = 24
const waitMs = 5 * second

const tooMany = () =>
  new DomainError(
    'TOO_MANY_REQUESTS',
    'Two queries are already running in this database. Wait for one, or cancel it.',
    {
      retryAfterSeconds: 5,
    },
  )

/** Identifies a run of statements for cancelling. */
type Run = { userId: string; databaseId: string; queryId: string }

export interface DatabaseConsole {
  /**
   * Waits for a free connection to this database; resolves with a function that releases it.
   * @throws TOO_MANY_REQUESTS, UNAVAILABLE after five seconds of waiting
   */
  enter(databaseId: string): Promise<() => void>
  /** A signal that `cancel` aborts, until `forget` is called. */
  follow(run: Run): { signal: AbortSignal; forget: () => void }
  /** Cancels the run on any node; does nothing when there is none. */
  cancel(run: Run): void
  close(): void
}

const nameOf = ({ userId, databaseId, queryId }: Run) => `${userId}/${databaseId}/${queryId}`

/** Limits the console connections on this node, and tracks its runs. */
export function createConsole({ events }: Pick<Kernel, 'events'>): DatabaseConsole {
  const ofDatabase = createGates({ atOnce, waiting: 8, waitMs, refusal: tooMany })
  const all = createGate({ atOnce: inAll, waiting: 64, waitMs })
  const running = new Map<string, AbortController>()
  const kind = 'databaseQuery' satisfies Parameters<Bus['publish']>[0]['kind']
  const close = events.subscribe((event) => {
    if (event.kind === kind) running.get(`${event.userId}/${event.id}`)?.abort()
  })
  return {
    async enter(databaseId) {
      const leave = await ofDatabase.enter(databaseId)
      try {
        const leaveAll = await all.enter()
        return () => {
          leaveAll()
          leave()
        }
      } catch (error) {
        leave()
        throw error
      }
    },
    follow(run) {
      const name = nameOf(run)
      const controller = new AbortController()
      running.set(name, controller)
      return {
        signal: controller.signal,
        forget() {
          if (running.get(name) === controller) running.delete(name)
        },
      }
    },
    cancel: ({ userId, databaseId, queryId }) =>
      events.publish({ userId, kind, id: `${databaseId}/${queryId}`, status: 'cancelled' }),
    close,
  }
}
