/** The kinds of changes; each feature adds its own (`declare module '#server/events.ts'`). */
export interface LiveKinds {
  session: true
}

/** A change that may concern an open screen. The browser re-reads the query concerned; the event carries nothing else. */
export type LiveEvent = { userId: string; kind: keyof LiveKinds; id: string; status: string }

/** The end of a session, published to the streams opened under it: they end, and nobody receives it. `id` is the public one. */
export const sessionKind = 'session' satisfies keyof LiveKinds

type Listener = (event: LiveEvent) => void

/** Carries events to the other nodes of the portal; the in-process bus has none. */
type Relay = { send(events: LiveEvent[]): Promise<void>; close(): Promise<void> }

export interface Bus {
  /** Notifies every listener, here and on the other nodes. Called after the change is committed. */
  publish(event: LiveEvent): void
  /** Accepts an event that another node published. */
  receive(event: LiveEvent): void
  /** `ended` is called when the bus closes: nothing will follow. */
  subscribe(listener: Listener, ended?: () => void): () => void
  relayThrough(relay: Relay): void
  close(): Promise<void>
}

const batchMs = 50

/** An in-process bus; with a relay, events published within 50 ms are sent to the other nodes as one batch. */
export function createBus(): Bus {
  const listeners = new Map<Listener, (() => void) | undefined>()
  let relay: Relay | null = null
  let waiting: LiveEvent[] = []
  let timer: Timer | null = null
  const receive = (event: LiveEvent) => {
    for (const listener of listeners.keys()) listener(event)
  }
  const flush = () => {
    timer = null
    const batch = waiting
    waiting = []
    // A lost notification costs one re-read after the next reconnect, never data.
    relay?.send(batch).catch(() => {})
  }
  return {
    receive,
    publish(event) {
      receive(event)
      if (!relay) return
      waiting.push(event)
      timer ??= setTimeout(flush, batchMs)
    },
    subscribe(listener, ended) {
      listeners.set(listener, ended)
      return () => listeners.delete(listener)
    },
    relayThrough(next) {
      relay = next
    },
    async close() {
      if (timer) clearTimeout(timer)
      for (const ended of [...listeners.values()]) ended?.()
      listeners.clear()
      await relay?.close()
    },
  }
}
