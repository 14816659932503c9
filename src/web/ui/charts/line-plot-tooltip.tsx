type LinePlotTooltipProps = {
  moment: string
  lines: readonly { label: string; place: number; text: string }[]
}

/** What the lines that are shown have at the point that is looked at. */
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
