import type { Line } from './line.ts'
import { lingerMs } from './live-hub.ts'
import { type LiveStream, openLiveStream, type StreamEvent } from './live-stream.ts'

/** A stream may be dead unnoticed after a long sleep, so it is reopened. */
const doubtfulAfterMs = 20_000
const pulseMs = 5_000

/**
 * A stream for this tab alone, in browsers without shared workers (Chrome on Android). It is open only while the tab is
 * visible: on a phone that is one tab.
 */
export function openOwnLine(hear: (event: StreamEvent) => void, kinds: ReadonlySet<string>): Line {
  let stream: LiveStream | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let seenAt = Date.now()
  const close = () => {
    stream?.close()
    stream = null
  }
  const visibilityChanged = () => {
    clearTimeout(timer)
    if (document.hidden) timer = setTimeout(close, lingerMs)
    else stream ??= openLiveStream(hear, kinds)
  }
  const pulse = setInterval(() => {
    const slept = Date.now() - seenAt > doubtfulAfterMs
    seenAt = Date.now()
    if (slept) stream?.reopen()
  }, pulseMs)
  visibilityChanged()
  return {
    visibilityChanged,
    doubt: () => stream?.reopen(),
    retry: () => stream?.retry(),
    follow: () => stream?.follow(),
    close: () => {
      clearTimeout(timer)
      clearInterval(pulse)
      close()
    },
  }
}
