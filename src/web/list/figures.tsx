const unknown = '—'

type FiguresProps = { figures: readonly (readonly [name: string, value: string | number | undefined])[] }

/** The figures above a list; hidden until all are loaded. */
export const Figures = ({ figures }: FiguresProps) => (
  <dl className="metrics">
    {figures.map(([name, value = unknown]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)
