import { type LiveStream, openLiveStream, type StreamEvent } from './live-stream.ts'

/** A tab's message to the worker: initially, after each change, and every few seconds while visible. */
export type TabMessage = {
  /** Id of the signed-in user; a stream belongs to one user. */
  viewer: string
  isVisible: boolean
  /** Event kinds it subscribes to. */
  kinds: readonly string[]
  /** `reopen`: the stream may be dead, since the device was offline or asleep. `retry`: the server answers again. */
  wants?: 'reopen' | 'retry'
  /** The tab is closing. */
  isLeaving?: boolean
}

/** The worker's message to a tab; `here` answers each message, so that a tab notices when the worker has died. */
export type HubMessage = StreamEvent | { is: 'here' }

export type TabPort = { postMessage(message: HubMessage): void }

/** A visible tab sends a message every 4 s. A killed one stays silent, and counts for this long. */
export const silentAfterMs = 20_000
/** Delay before closing the stream after the last visible tab: switching tabs hides one before showing the next. */
export const lingerMs = 1_500
const pulseMs = 5_000

type Tab = { viewer: string; isVisible: boolean; heardAt: number }

/** Holds the browser's one stream while any tab is visible, and passes its events to all tabs. */
export function createLiveHub({ now = Date.now, linger = lingerMs, base = '' } = {}) {
  const tabs = new Map<TabPort, Tab>()
  /** Kinds of all tabs so far. */
  const kinds = new Set<string>()
  let stream: LiveStream | null = null
  /** The latest user: the stream was opened with that user's cookie. */
  let viewer = ''
  let timer: ReturnType<typeof setTimeout> | undefined
  let lastPulse = now()

  const notifyAll = (event: StreamEvent) => {
    for (const port of tabs.keys()) port.postMessage(event)
  }
  const isWatched = () =>
    [...tabs.values()].some(({ isVisible, heardAt }) => isVisible && now() - heardAt < silentAfterMs)
  const close = () => {
    if (isWatched()) return
    stream?.close()
    stream = null
  }
  const settle = () => {
    clearTimeout(timer)
    if (isWatched()) stream ??= openLiveStream(notifyAll, kinds, base)
    else timer = setTimeout(close, linger)
  }
  const adopt = (message: TabMessage, before: Tab | undefined) => {
    // A tab still showing another user's page repeats that in every message: only the first one counts.
    const isOther = message.viewer !== (before?.viewer ?? viewer)
    if (isOther) viewer = message.viewer
    if (isOther || message.wants === 'reopen') stream?.reopen()
    else if (message.wants === 'retry') stream?.retry()
  }
  return {
    hear(port: TabPort, message: TabMessage): void {
      const before = tabs.get(port)
      for (const kind of message.kinds) kinds.add(kind)
      stream?.follow()
      if (message.isLeaving) tabs.delete(port)
      else tabs.set(port, { viewer: message.viewer, isVisible: message.isVisible, heardAt: now() })
      if (!message.isLeaving) adopt(message, before)
      // Events between its page load and now went only to other tabs.
      if (!before && stream?.isOpen()) port.postMessage({ is: 'connected' })
      settle()
      port.postMessage({ is: 'here' })
    },
    /** Called every few seconds: detects closed tabs, and a device that was asleep. */
    pulse(): void {
      const at = now()
      const slept = at - lastPulse > silentAfterMs
      lastPulse = at
      if (slept) stream?.reopen()
      else settle()
    },
    pulseMs,
  }
}
