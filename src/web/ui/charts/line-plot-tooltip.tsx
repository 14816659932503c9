type LinePlotTooltipProps = {
  moment: string
  lines: readonly { label: string; place: number; text: string }[]
}

/** The visible lines' values at the pointer. */
export const LinePlotTooltip = ({ moment, lines }: LinePlotTooltipProps) => (
  <div className="line-plot-tooltip">
    <div>{moment}</div>
    {lines.map(({ label, place, text }) => (
      <div key={label} data-series={place + 1}>
        <i aria-hidden="true" />
        {label} <strong>{text}</strong>
      </div>
    ))}
  </div>
)
