import { useId } from 'react'
import { DataTable } from '#web/ui/tables/data-table.tsx'
import type { Bar } from './kit/bar.ts'

type BarsProps = {
  title: string
  nameHeader: string
  valueHeader: string
  bars: readonly Bar[]
}

/** Shares of a total as bars, each with its value in words, and the same as a table. */
export function Bars({ title, nameHeader, valueHeader, bars }: BarsProps) {
  const titleId = useId()
  const highest = bars.reduce((most, { value }) => Math.max(most, value), 0)
  return (
    <figure className="panel cloud-bars" aria-labelledby={titleId}>
      <figcaption id={titleId}>{title}</figcaption>
      <ul>
        {bars.map(({ name, value, text }) => (
          <li key={name}>
            <span className="cloud-bar-name">{name}</span>
            <span className="tabular">{text}</span>
            <span
              className="cloud-bar"
              aria-hidden="true"
              style={{ width: `${highest > 0 ? Math.max(1, (value / highest) * 100) : 0}%` }}
            />
          </li>
        ))}
      </ul>
      {bars.length === 0 ? (
        <p className="cloud-nothing">Nothing here yet.</p>
      ) : (
        <details className="cloud-bars-table">
          <summary>
            View as table<span className="visually-hidden">: {title}</span>
          </summary>
          <DataTable
            caption={title}
            columns={[
              { key: 'name', header: nameHeader, cell: ({ name }) => name },
              { key: 'value', header: valueHeader, align: 'right', cell: ({ text }) => text },
            ]}
            rows={bars}
            rowId={({ name }) => name}
          />
        </details>
      )}
    </figure>
  )
}
