import { useSyncExternalStore } from 'react'

/** Answered under any load, so silence means that the server is down or unreachable. */
const address = '/health'
const answerWithinMs = 4_000
const firstRetryMs = 1_000
const lastRetryMs = 8_000
/** After this long without a response, check the connection. */
export const suspiciousMs = 8_000

type Listener = () => void

const watchers = new Set<Listener>()
const returns = new Set<Listener>()
let isLost = false
let retryMs = firstRetryMs
let timer: ReturnType<typeof setTimeout> | undefined
let checking: Promise<boolean> | undefined

const notifyAll = (listeners: Set<Listener>) => {
  for (const listener of [...listeners]) listener()
}

function listen(listeners: Set<Listener>, listener: Listener): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

async function probe(): Promise<boolean> {
  try {
    const answer = await fetch(address, { cache: 'no-store', signal: AbortSignal.timeout(answerWithinMs) })
    return answer.ok
  } catch {
    return false
  }
}

function markLost(): void {
  clearTimeout(timer)
  // A hidden tab sends nothing; it checks immediately when it is shown.
  timer = setTimeout(() => {
    if (!document.hidden) void checkConnection()
  }, retryMs)
  retryMs = Math.min(retryMs * 2, lastRetryMs)
  if (isLost) return
  isLost = true
  window.addEventListener('online', checkConnection)
  document.addEventListener('visibilitychange', checkWhenSeen)
  notifyAll(watchers)
}

function markConnected(): void {
  clearTimeout(timer)
  retryMs = firstRetryMs
  if (!isLost) return
  isLost = false
  window.removeEventListener('online', checkConnection)
  document.removeEventListener('visibilitychange', checkWhenSeen)
  notifyAll(watchers)
  notifyAll(returns)
}

const checkWhenSeen = () => {
  if (!document.hidden) void checkConnection()
}

/**
 * Checks whether the server answers. Concurrent callers share the result, and all connection listeners are
 * notified.
 */
export function checkConnection(): Promise<boolean> {
  checking ??= probe().then((isThere) => {
    checking = undefined
    if (isThere) markConnected()
    else markLost()
    return isThere
  })
  return checking
}

/** Checks the connection after a call without a response, and repeats the check until the server answers. */
export function doubtConnection(): void {
  if (typeof window === 'undefined') return
  if (!isLost) void checkConnection()
}

export const isConnectionLost = (): boolean => isLost

/** Called each time the connection is lost or restored. */
const watchConnection = (changed: Listener): (() => void) => listen(watchers, changed)

/** Called each time the server answers again. */
export const onReconnected = (listener: Listener): (() => void) => listen(returns, listener)

/** Resolves once the server answers; immediately unless the connection is known to be lost. */
export const whenConnected = (): Promise<void> =>
  new Promise((resolve) => {
    if (!isLost) return resolve()
    const stop = onReconnected(() => {
      stop()
      resolve()
    })
  })

/** Whether the connection is lost, kept up to date. */
export const useConnectionLost = (): boolean =>
  useSyncExternalStore(watchConnection, isConnectionLost, () => false)
