import { createContext, useContext, useSyncExternalStore } from 'react'
import { formatBytes } from '#shared/bytes.ts'
import { formatAmount, formatPrice } from '#shared/money/money.ts'
import { after, formatDate, formatMoment, formatRelative, minute } from '#shared/time.ts'

/** Rupees of a plan, `₹12,800`; `bill` shows two decimals and the code. */
export const Money = ({ rupees, bill = false }: { rupees: number; bill?: boolean }) => (
  <span className="tabular">{bill ? formatAmount(rupees) : formatPrice(rupees)}</span>
)

export const Bytes = ({ bytes }: { bytes: number }) => <span className="tabular">{formatBytes(bytes)}</span>

const RenderedAt = createContext<string | undefined>(undefined)

/** Gives relative times the ISO instant at which the page was made, so that both sides say the same. */
export const RenderedAtProvider = RenderedAt.Provider

// One clock for all relative times on the page: milliseconds since it was loaded.
let elapsed = 0
const watchers = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

function tick(): void {
  if (document.hidden) return
  elapsed = performance.now()
  for (const each of watchers) each()
}

/** Runs while somebody looks at a time, and catches up when they begin to, or come back to the page. */
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

/** Now, as the server had it when it made the page, carried on by the page's own clock. */
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

/** What happened since the page's clock ticked last is now, and never lies ahead. */
const sinceOf = (at: string, now: Date): string => formatRelative(new Date(at) > now ? now : at, now)

/** An instant in the time of Kolkata: its date, its moment, how long ago, or when it is due; with the moment in the title. */
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
