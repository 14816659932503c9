import { type LiveNews, type LiveStream, openLiveStream } from './live-stream.ts'

/** A tab's message to the worker: at the beginning, at every change, and every few seconds while it is visible. */
export type TabWord = {
  /** Who is signed in; the stream belongs to one user. */
  viewer: string
  isVisible: boolean
  /** The kinds of change it follows. */
  kinds: readonly string[]
  /** `reopen`: the stream may be dead, since the device was offline or asleep. `retry`: the server answers again. */
  wants?: 'reopen' | 'retry'
  /** The tab is gone. */
  isLeaving?: boolean
}

/** The worker's message to a tab; `here` answers each message, so that a tab notices when the worker has died. */
export type HubWord = LiveNews | { is: 'here' }

export type TabPort = { postMessage(word: HubWord): void }

/** A visible tab sends a message every 4 s. One that was killed sends nothing, and counts for this long. */
export const silentAfterMs = 20_000
/** From the last visible tab to the end of the stream: switching tabs hides one before the next is shown. */
export const lingerMs = 1_500
const pulseMs = 5_000

type Tab = { viewer: string; isVisible: boolean; heardAt: number }

/** Keeps the one stream of a browser while any tab is visible, and passes its events on to all tabs. */
export function createLiveHub({ now = Date.now, linger = lingerMs, base = '' } = {}) {
  const tabs = new Map<TabPort, Tab>()
  /** Of all tabs there were. */
  const kinds = new Set<string>()
  let stream: LiveStream | null = null
  /** Who came last: the stream was opened with that user's cookie. */
  let viewer = ''
  let timer: ReturnType<typeof setTimeout> | undefined
  let lastPulse = now()

  const tellAll = (news: LiveNews) => {
    for (const port of tabs.keys()) port.postMessage(news)
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
    if (isWatched()) stream ??= openLiveStream(tellAll, kinds, base)
    else timer = setTimeout(close, linger)
  }
  const adopt = (word: TabWord, before: Tab | undefined) => {
    // A tab that still shows another user's page says so with every message: only the first one counts.
    const isOther = word.viewer !== (before?.viewer ?? viewer)
    if (isOther) viewer = word.viewer
    if (isOther || word.wants === 'reopen') stream?.reopen()
    else if (word.wants === 'retry') stream?.retry()
  }
  return {
    hear(port: TabPort, word: TabWord): void {
      const before = tabs.get(port)
      for (const kind of word.kinds) kinds.add(kind)
      stream?.follow()
      if (word.isLeaving) tabs.delete(port)
      else tabs.set(port, { viewer: word.viewer, isVisible: word.isVisible, heardAt: now() })
      if (!word.isLeaving) adopt(word, before)
      // Events between the reading of its page and now went only to the others.
      if (!before && stream?.isOpen()) port.postMessage({ is: 'connected' })
      settle()
      port.postMessage({ is: 'here' })
    },
    /** Called every few seconds: detects tabs that are gone, and that the device was asleep. */
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
