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
    /** A query is to end; `id` is that of its database and its own, with a slash between them. */
    databaseQuery: true
  }
}

/** Connections of the console to one database, and on this node to all. */
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

/** A run of statements, by which it can be cancelled. */
type Run = { userId: string; databaseId: string; queryId: string }

export interface DatabaseConsole {
  /**
   * Resolves when another connection to this database is allowed, with the function that gives it back.
   * @throws TOO_MANY_REQUESTS, UNAVAILABLE after five seconds of waiting
   */
  enter(databaseId: string): Promise<() => void>
  /** The signal that `cancel` gives to a run, until it is forgotten. */
  follow(run: Run): { signal: AbortSignal; forget: () => void }
  /** The run ends, on whichever node it is; nothing happens when there is none. */
  cancel(run: Run): void
  close(): void
}

const nameOf = ({ userId, databaseId, queryId }: Run) => `${userId}/${databaseId}/${queryId}`

/** Counts the connections of the console on this node, and knows what runs there. */
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
