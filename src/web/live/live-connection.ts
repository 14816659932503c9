import { checkConnection, doubtConnection, isConnectionLost, onReconnected } from '../lib/calls/connection.ts'
import type { Line } from './line.ts'
import type { LiveEvent, StreamEvent } from './live-stream.ts'
import { openOwnLine } from './own-line.ts'
import { openSharedLine } from './shared-line.ts'

export type LiveWatcher = {
  /** Event kinds to receive. */
  kinds: readonly string[]
  changed?: (event: LiveEvent) => void
  /** The stream is open, for the first time or again; earlier changes were not reported. */
  connected?: () => void
}

const watchers = new Set<LiveWatcher>()
/** All kinds that any part of this tab has subscribed to. */
const kinds = new Set<string>()
let openedLine: { follow: () => void; stop: () => void } | null = null
/** Events received while this tab was hidden; handled when it is shown. */
let missed: LiveEvent[] | 'everything' = []
let isBroken = false

const notifyChanged = (event: LiveEvent) => {
  for (const watcher of watchers) if (watcher.kinds.includes(event.kind)) watcher.changed?.(event)
}

const notifyConnected = () => {
  for (const watcher of watchers) watcher.connected?.()
}

const mostMissed = 100

function queueMissed(event: LiveEvent): void {
  if (missed === 'everything') return
  const isKnown = missed.some(({ kind, id }) => kind === event.kind && id === event.id)
  if (!isKnown) missed.push(event)
  if (missed.length > mostMissed) missed = 'everything'
}

function receiveOpen(): void {
  if (isConnectionLost()) void checkConnection()
  if (document.hidden) missed = 'everything'
  else notifyConnected()
}

function receive(event: StreamEvent): void {
  isBroken = event.is === 'broken'
  if (event.is === 'connected') receiveOpen()
  else if (event.is === 'changed' && document.hidden) queueMissed(event.event)
  else if (event.is === 'changed') notifyChanged(event.event)
  else if (!document.hidden) doubtConnection()
}

function catchUp(): void {
  const due = missed
  missed = []
  if (isBroken) doubtConnection()
  if (due === 'everything') notifyConnected()
  else for (const event of due) notifyChanged(event)
}

/** One line for the whole tab, while it has subscribers. */
function openLine(viewer: string): { follow: () => void; stop: () => void } {
  let isOver = false
  const fallBack = () => {
    if (isOver) return
    line.close()
    line = openOwnLine(receive, kinds)
  }
  // A worker may fail before `line` is assigned.
  const onFailure = () => queueMicrotask(fallBack)
  let line: Line = openSharedLine({ viewer, kinds, hear: receive, onFailure }) ?? openOwnLine(receive, kinds)
  const doubt = () => line.doubt()
  const visibilityChanged = () => {
    line.visibilityChanged()
    if (!document.hidden) catchUp()
  }
  const restored = (event: PageTransitionEvent) => {
    if (event.persisted) doubt()
  }
  const events = new AbortController()
  const { signal } = events
  window.addEventListener('online', doubt, { signal })
  window.addEventListener('pageshow', restored, { signal })
  document.addEventListener('resume', doubt, { signal })
  document.addEventListener('visibilitychange', visibilityChanged, { signal })
  const forget = onReconnected(() => line.retry())
  return {
    follow: () => line.follow(),
    stop: () => {
      isOver = true
      events.abort()
      forget()
      line.close()
    },
  }
}

/**
 * Subscribes to changes that concern this user (by id) until the returned function is called; the last subscriber closes the
 * line.
 */
export function watchLive(viewer: string, watcher: LiveWatcher): () => void {
  watchers.add(watcher)
  for (const kind of watcher.kinds) kinds.add(kind)
  if (openedLine) openedLine.follow()
  else openedLine = openLine(viewer)
  return () => {
    watchers.delete(watcher)
    if (watchers.size > 0) return
    openedLine?.stop()
    openedLine = null
    missed = []
  }
}
