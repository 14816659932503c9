import { createContext, useContext, useSyncExternalStore } from 'react'
import { formatBytes } from '#shared/bytes.ts'
import { formatAmount, formatPrice } from '#shared/money/money.ts'
import { after, formatDate, formatMoment, formatRelative, minute } from '#shared/time.ts'

/** A plan's price in rupees, `₹12,800`; `bill` shows two decimals and the code. */
export const Money = ({ rupees, bill = false }: { rupees: number; bill?: boolean }) => (
  <span className="tabular">{bill ? formatAmount(rupees) : formatPrice(rupees)}</span>
)

export const Bytes = ({ bytes }: { bytes: number }) => <span className="tabular">{formatBytes(bytes)}</span>

const RenderedAt = createContext<string | undefined>(undefined)

/** Provides the page's render time as an ISO instant, so that server and browser agree on relative times. */
export const RenderedAtProvider = RenderedAt.Provider

// One clock for all relative times on the page: milliseconds since the page load.
let elapsed = 0
const watchers = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

function tick(): void {
  if (document.hidden) return
  elapsed = performance.now()
  for (const each of watchers) each()
}

/** Runs while a time is visible, and catches up when one appears or the page is shown again. */
function watchClock(changed: () => void): () => void {
  if (watchers.size === 0) {
    timer = setInterval(tick, minute / 6)
    document.addEventListener('visibilitychange', tick)
    elapsed = performance.now()
  }
  watchers.add(changed)
  return () => {
    watchers.delete(changed)
    if (watchers.size > 0) return
    clearInterval(timer)
    document.removeEventListener('visibilitychange', tick)
  }
}

/** The server's render time, advanced by the page's own clock. */
export function useNow(): Date | null {
  const renderedAt = useContext(RenderedAt)
  const since = useSyncExternalStore(
    watchClock,
    () => elapsed,
    () => 0,
  )
  return renderedAt === undefined ? null : after(new Date(renderedAt), since)
}

type DateTimeProps = { at: string; as?: 'date' | 'moment' | 'relative' | 'due' }

/** An event since the last tick counts as now, never as the future. */
const sinceOf = (at: string, now: Date): string => formatRelative(new Date(at) > now ? now : at, now)

/** An instant in Kolkata time: date, moment, relative past, or remaining time; with the moment in the title. */
export function DateTime({ at, as = 'date' }: DateTimeProps) {
  const now = useNow()
  const moment = formatMoment(at)
  const texts = {
    date: () => formatDate(at),
    moment: () => moment,
    relative: () => (now ? sinceOf(at, now) : moment),
    due: () => (now ? formatRelative(at, now) : moment),
  }
  return (
    <time className="tabular" dateTime={at} title={moment}>
      {texts[as]()}
    </time>
  )
}
