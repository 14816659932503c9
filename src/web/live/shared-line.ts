import { actingBase } from '../lib/calls/acting.ts'
import type { Line } from './line.ts'
import type { HubMessage, TabMessage } from './live-hub.ts'
import type { StreamEvent } from './live-stream.ts'
import { workerName } from './worker-name.ts'

const messageEveryMs = 4_000
/** A worker that is silent for this long has died with its tab's process. */
const answerWithinMs = 4_000
/** After this many attempts the tab opens its own stream. */
const mostAttempts = 3

type SharedLineOptions = {
  viewer: string
  kinds: ReadonlySet<string>
  hear: (event: StreamEvent) => void
  /** No worker is available. */
  onFailure: () => void
  patienceMs?: number
}

/** Starts the worker at this URL; a browser may refuse, for example in a private window. */
function startWorker(address: string): SharedWorker | null {
  try {
    return new SharedWorker(address, { name: workerName(actingBase()) })
  } catch {
    return null
  }
}

/** The shared stream of all of this browser's tabs about the same account, held by a shared worker; `null` without one. */
export function openSharedLine(options: SharedLineOptions): Line | null {
  const { viewer, kinds, hear, onFailure, patienceMs = answerWithinMs } = options
  const { liveWorker } = document.documentElement.dataset
  if (typeof SharedWorker === 'undefined' || !liveWorker) return null
  let port: MessagePort | null = null
  let attempts = 0
  /** True from `pagehide` on: a message would register this page with the worker again, which never drops a hidden tab. */
  let isGone = false
  let answerTimer: ReturnType<typeof setTimeout> | undefined

  const send = (more: Partial<TabMessage> = {}) => {
    const message: TabMessage = { viewer, isVisible: !document.hidden, kinds: [...kinds], ...more }
    if (!isGone) port?.postMessage(message)
  }
  const expectAnswer = (more?: Partial<TabMessage>) => {
    if (isGone) return
    send(more)
    answerTimer ??= setTimeout(connect, patienceMs)
  }
  const answered = () => {
    clearTimeout(answerTimer)
    answerTimer = undefined
    attempts = 0
  }
  const disconnect = () => {
    clearTimeout(answerTimer)
    answerTimer = undefined
    send({ isLeaving: true })
    port?.close()
    port = null
  }
  function connect(): void {
    disconnect()
    attempts += 1
    if (attempts > mostAttempts) {
      onFailure()
      return
    }
    const worker = startWorker(liveWorker ?? '')
    if (!worker) {
      onFailure()
      return
    }
    worker.onerror = onFailure
    port = worker.port
    port.onmessage = ({ data }: MessageEvent<HubMessage>) => {
      if (data.is === 'here') answered()
      else hear(data)
    }
    expectAnswer()
  }

  const pulse = setInterval(() => {
    if (!document.hidden) expectAnswer()
  }, messageEveryMs)
  const leave = () => {
    send({ isLeaving: true })
    isGone = true
  }
  const comeBack = () => {
    isGone = false
  }
  window.addEventListener('pagehide', leave)
  window.addEventListener('pageshow', comeBack)
  connect()
  return {
    // A hidden tab can wait for its answer: its timers are slow, and it asks again when shown.
    visibilityChanged: () => (document.hidden ? send() : expectAnswer()),
    doubt: () => expectAnswer({ wants: 'reopen' }),
    retry: () => expectAnswer({ wants: 'retry' }),
    follow: () => send(),
    close: () => {
      clearInterval(pulse)
      window.removeEventListener('pagehide', leave)
      window.removeEventListener('pageshow', comeBack)
      disconnect()
    },
  }
}
