type SparklineProps = {
  /** Oldest first; null where nothing was measured. */
  values: readonly (number | null)[]
  /** Text alternative. */
  label: string
}

const size = { width: 120, height: 28 }
/** Width of an isolated value; a point would hardly be visible. */
const stroke = 6

/** One path per run of values; an isolated value is a short stroke. */
function pathOf(values: SparklineProps['values']): string {
  const most = Math.max(1, ...values.map((value) => value ?? 0))
  const step = size.width / Math.max(1, values.length - 1)
  const y = (value: number) => (size.height - 1 - (value / most) * (size.height - 2)).toFixed(1)
  return values
    .map((value, at) => {
      if (value === null) return ''
      const isFirst = values[at - 1] === null || at === 0
      const isAlone = isFirst && (values[at + 1] ?? null) === null
      const x = isAlone ? Math.min(at * step, size.width - stroke) : at * step
      return `${isFirst ? 'M' : 'L'}${x.toFixed(1)} ${y(value)}${isAlone ? `h${stroke}` : ''}`
    })
    .join('')
}

/** A small line without axes, with gaps for missing values. */
export function Sparkline({ values, label }: SparklineProps) {
  return (
    <svg
      className="sparkline"
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size.width} ${size.height}`}
      preserveAspectRatio="none"
    >
      <path d={pathOf(values)} vectorEffect="non-scaling-stroke" />
    </svg>
  )
}
