type State = 'up' | 'partial' | 'down' | 'unknown'

type UptimeBarsProps = {
  /** Oldest first. */
  strip: readonly State[]
  /** Text alternative. */
  label: string
}

const heights: Record<State, number> = { up: 16, partial: 11, down: 6, unknown: 3 }
const [barWidth, stepWidth, height] = [3, 5, 16]

/** A row of bars that differ in height as well as in colour. */
export function UptimeBars({ strip, label }: UptimeBarsProps) {
  return (
    <svg
      className="uptime-bars"
      role="img"
      aria-label={label}
      width={stepWidth * strip.length}
      height={height}
      viewBox={`0 0 ${stepWidth * strip.length} ${height}`}
    >
      {strip.map((state, at) => (
        <rect
          // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its place in the row.
          key={at}
          data-state={state}
          x={at * stepWidth}
          y={height - heights[state]}
          width={barWidth}
          height={heights[state]}
        />
      ))}
    </svg>
  )
}
