import { actingBase } from '../lib/calls/acting.ts'

/** A change reported by `GET /api/events`; it only says which query to refetch. */
export type LiveEvent = { kind: string; id: string; status: string }

/** A stream's events: a change, an opened stream (earlier changes are not reported), or a broken one. */
export type StreamEvent = { is: 'changed'; event: LiveEvent } | { is: 'connected' } | { is: 'broken' }

const address = '/api/events'

const firstRetryMs = 1_000
const lastRetryMs = 30_000
/** A more recent attempt may still succeed. */
const patienceMs = 1_000

function readEvent(kind: string, message: Event): LiveEvent | null {
  try {
    const data: unknown = message instanceof MessageEvent ? message.data : null
    const { id, status } = JSON.parse(String(data)) as Record<string, unknown>
    return { kind, id: String(id ?? ''), status: String(status ?? '') }
  } catch {
    return null
  }
}

export type LiveStream = {
  /** Reopens it: it may be dead unnoticed, or belong to a user who has signed out. */
  reopen(): void
  /** Opens it now, unless it is open or about to be. */
  retry(): void
  /** Further kinds were added. */
  follow(): void
  isOpen(): boolean
  close(): void
}

/**
 * Opens the stream, in a window or in a worker, and reopens it whenever it breaks. It reports changes of the given
 * kinds; call `follow` after adding some. `base` selects the account; see `actingBase`.
 */
export function openLiveStream(
  report: (event: StreamEvent) => void,
  kinds: ReadonlySet<string>,
  base: string = actingBase(),
): LiveStream {
  let source: EventSource | null = null
  let followed = new Set<string>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let retryMs = firstRetryMs
  let triedAt = 0
  const follow = () => {
    const stream = source
    for (const kind of kinds) {
      if (followed.has(kind)) continue
      followed.add(kind)
      stream?.addEventListener(kind, (message) => {
        const event = readEvent(kind, message)
        if (event && stream === source) report({ is: 'changed', event })
      })
    }
  }
  const reopen = () => {
    triedAt = performance.now()
    clearTimeout(timer)
    source?.close()
    const stream = new EventSource(base + address)
    source = stream
    followed = new Set()
    stream.onopen = () => {
      retryMs = firstRetryMs
      report({ is: 'connected' })
    }
    // The browser reconnects automatically after a broken stream, but gives up permanently after a status other than 200.
    stream.onerror = () => {
      if (stream !== source) return
      report({ is: 'broken' })
      if (stream.readyState !== EventSource.CLOSED) return
      clearTimeout(timer)
      timer = setTimeout(reopen, retryMs)
      retryMs = Math.min(retryMs * 2, lastRetryMs)
    }
    follow()
  }
  reopen()
  return {
    reopen,
    retry: () => {
      if (source?.readyState !== EventSource.OPEN && performance.now() - triedAt > patienceMs) reopen()
    },
    follow,
    isOpen: () => source?.readyState === EventSource.OPEN,
    close: () => {
      clearTimeout(timer)
      source?.close()
      source = null
    },
  }
}
