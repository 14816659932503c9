import type { Metrics, UptimeBlock } from '#features/monitoring/contract/contract.ts'
import { formatClock, formatMoment } from '#shared/time.ts'

const words: Record<UptimeBlock['state'], string> = {
  up: 'Up',
  partial: 'Partly up',
  down: 'Down',
  unknown: 'Not measured',
}

function sentence({ uptimePercent, strip }: Pick<Metrics, 'uptimePercent' | 'strip'>): string {
  if (uptimePercent === null) return 'No measurements in this period.'
  const count = strip.filter(({ state }) => state === 'down' || state === 'partial').length
  if (count === 0) return `${uptimePercent}% uptime, no interruptions.`
  return `Up for ${uptimePercent}% of the measured time, with interruptions in ${count} of ${strip.length} blocks.`
}

/** The blocks with interruptions as text, newest first. */
function Interruptions({ strip }: { strip: readonly UptimeBlock[] }) {
  const broken = strip.filter(({ state }) => state === 'down' || state === 'partial').toReversed()
  if (broken.length === 0) return null
  return (
    <details className="line-chart-details">
      <summary>View the interruptions</summary>
      <ul className="server-strip-list">
        {broken.map(({ from, to, uptimePercent }) => (
          <li key={from}>
            {formatMoment(from)} to {formatClock(to)}: up for {uptimePercent}%
          </li>
        ))}
      </ul>
    </details>
  )
}

type UptimeStripProps = { metrics: Pick<Metrics, 'uptimePercent' | 'strip'>; range: string }

/** The range as a row of blocks, each up, partly up, down or not measured, with a summary. */
export function UptimeStrip({ metrics, range }: UptimeStripProps) {
  const { strip } = metrics
  const text = sentence(metrics)
  const [first, last] = [strip[0], strip.at(-1)]
  return (
    <section className="server-strip" aria-labelledby="strip-title">
      <h2 id="strip-title">Uptime in {range}</h2>
      <p className="server-quiet">{text}</p>
      <div className="server-strip-blocks" aria-hidden="true">
        {strip.map(({ from, state, uptimePercent }) => (
          <span
            key={from}
            data-state={state}
            title={`${formatMoment(from)}: ${words[state]}${state === 'partial' ? ` (${uptimePercent}%)` : ''}`}
          />
        ))}
      </div>
      {first && last && (
        <div className="server-strip-ends">
          <span>{formatMoment(first.from)}</span>
          <span>{formatMoment(last.to)}</span>
        </div>
      )}
      <ul className="server-strip-legend">
        {Object.entries(words).map(([state, word]) => (
          <li key={state}>
            <span data-state={state} aria-hidden="true" /> {word}
          </li>
        ))}
      </ul>
      <Interruptions strip={strip} />
    </section>
  )
}
