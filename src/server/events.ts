/** The kinds of changes; each feature adds its own (`declare module '#server/events.ts'`). */
export interface LiveKinds {
  session: true
}

/** A change that may affect an open screen. The browser re-reads the affected query; the event carries nothing else. */
export type LiveEvent = { userId: string; kind: keyof LiveKinds; id: string; status: string }

/** The end of a session, published to the streams opened under it: they close and do not forward it. `id` is the public one. */
export const sessionKind = 'session' satisfies keyof LiveKinds

type Listener = (event: LiveEvent) => void

/** Carries events to the other nodes of the portal; absent on the in-process bus. */
type Relay = { send(events: LiveEvent[]): Promise<void>; close(): Promise<void> }

export interface Bus {
  /** Notifies every listener, here and on the other nodes. Called after the commit. */
  publish(event: LiveEvent): void
  /** Accepts an event that another node published. */
  receive(event: LiveEvent): void
  /** `ended` is called when the bus closes: no events will follow. */
  subscribe(listener: Listener, ended?: () => void): () => void
  relayThrough(relay: Relay): void
  close(): Promise<void>
}

const batchMs = 50

/** An in-process bus; a relay sends the events of each 50 ms to the other nodes as one batch. */
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
    // A lost notification costs one re-read after the next reconnect, but never data.
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
