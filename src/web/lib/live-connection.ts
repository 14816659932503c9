/** A change told by `GET /api/events`; the query concerned is re-read, nothing else is carried. */
export type LiveEvent = { kind: string; id: string; status: string }

export type LiveWatcher = {
  changed?: (event: LiveEvent) => void
  /** The stream is there, for the first time or again: what happened before is not told any more. */
  connected?: () => void
}

const address = '/api/events'
const kinds = [
  'order',
  'service',
  'contact',
  'backup',
  'domain',
  'mailbox',
  'database',
  'file',
  'project',
  'job',
  'cloud',
]

const firstRetryMs = 1_000
const lastRetryMs = 30_000
/** Hidden or asleep for longer than this, a stream may be dead without a word: it is opened anew. */
const doubtfulAfterMs = 20_000
const pulseMs = 5_000

const watchers = new Set<LiveWatcher>()
let stop: (() => void) | null = null

function readEvent(kind: string, data: unknown): LiveEvent | null {
  try {
    const { id, status } = JSON.parse(String(data)) as Record<string, unknown>
    return { kind, id: String(id ?? ''), status: String(status ?? '') }
  } catch {
    return null
  }
}

function tell(kind: string, message: Event): void {
  const event = readEvent(kind, message instanceof MessageEvent ? message.data : null)
  if (event) for (const watcher of watchers) watcher.changed?.(event)
}

/** One stream for the whole tab; opens it, and opens it again whenever it is gone or in doubt. */
function keepConnected(): () => void {
  let source: EventSource | null = null
  let timer: ReturnType<typeof setTimeout> | null = null
  let retryMs = firstRetryMs

  const open = () => {
    if (timer) clearTimeout(timer)
    timer = null
    source?.close()
    const stream = new EventSource(address)
    source = stream
    stream.onopen = () => {
      retryMs = firstRetryMs
      for (const watcher of watchers) watcher.connected?.()
    }
    // The browser reconnects by itself after a broken stream, but gives up for good after an answer that is not 200.
    stream.onerror = () => {
      if (stream.readyState !== EventSource.CLOSED || stream !== source) return
      timer = setTimeout(open, retryMs)
      retryMs = Math.min(retryMs * 2, lastRetryMs)
    }
    for (const kind of kinds) stream.addEventListener(kind, (message) => tell(kind, message))
  }

  const forget = watchForSleep(open)
  open()
  return () => {
    forget()
    if (timer) clearTimeout(timer)
    source?.close()
    source = null
  }
}

/** Calls `wake` when the device was offline, the page was frozen or hidden, or the clock jumped. */
function watchForSleep(wake: () => void): () => void {
  let seenAt = Date.now()
  const pulse = setInterval(() => {
    const slept = Date.now() - seenAt > doubtfulAfterMs
    seenAt = Date.now()
    if (slept) wake()
  }, pulseMs)
  let hiddenAt = 0
  const visibilityChanged = () => {
    if (document.hidden) hiddenAt = Date.now()
    else if (hiddenAt > 0 && Date.now() - hiddenAt > doubtfulAfterMs) wake()
  }
  const restored = (event: PageTransitionEvent) => {
    if (event.persisted) wake()
  }
  window.addEventListener('online', wake)
  window.addEventListener('pageshow', restored)
  document.addEventListener('resume', wake)
  document.addEventListener('visibilitychange', visibilityChanged)
  return () => {
    clearInterval(pulse)
    window.removeEventListener('online', wake)
    window.removeEventListener('pageshow', restored)
    document.removeEventListener('resume', wake)
    document.removeEventListener('visibilitychange', visibilityChanged)
  }
}

/** Follows the stream until the returned function is called; the last to leave closes it. */
export function watchLive(watcher: LiveWatcher): () => void {
  watchers.add(watcher)
  stop ??= keepConnected()
  return () => {
    watchers.delete(watcher)
    if (watchers.size > 0) return
    stop?.()
    stop = null
  }
}
