import { useState } from 'react'
import { countText } from '#shared/text/count-text.ts'
import { DownloadIcon } from '#web/ui/icons.tsx'
import type { Statement } from '../../contract/contract.ts'
import { Cell, type OpenedValue } from '../cell.tsx'
import { saveText, toCsv, toJson } from './download.ts'

/** Rows rendered at first; a button shows the rest. */
const firstRows = 200

type ResultViewProps = {
  result: Statement
  /** File name prefix of downloads. */
  name: string
  onOpenValue: (value: OpenedValue) => void
}

function describe({ command, columns, rows, affected, durationMs }: Statement): string {
  const what = [
    columns.length > 0 ? countText(rows.length, 'row') : null,
    affected !== null ? `${countText(affected, 'row')} affected` : null,
  ]
  return [command.toUpperCase(), ...what, `${durationMs.toLocaleString('en-IN')} ms`]
    .filter(Boolean)
    .join(' · ')
}

function Downloads({ result, name }: Pick<ResultViewProps, 'result' | 'name'>) {
  const what = result.isCut ? 'Download the shown rows' : 'Download'
  return (
    <div className="console-downloads">
      <button
        type="button"
        className="button"
        aria-label={`${what} as CSV`}
        data-tooltip={what}
        onClick={() => saveText(`${name}.csv`, 'text/csv', toCsv(result))}
      >
        <DownloadIcon size={16} /> CSV
      </button>
      <button
        type="button"
        className="button"
        aria-label={`${what} as JSON`}
        data-tooltip={what}
        onClick={() => saveText(`${name}.json`, 'application/json', toJson(result))}
      >
        <DownloadIcon size={16} /> JSON
      </button>
    </div>
  )
}

/** The result of one statement: its rows, or how many it changed. */
export function ResultView({ result, name, onOpenValue }: ResultViewProps) {
  const [isWhole, setWhole] = useState(false)
  const { columns, rows, isCut, note } = result
  const shown = isWhole ? rows : rows.slice(0, firstRows)
  const label = describe(result)
  return (
    <section className="console-result" aria-label={label}>
      <div className="console-result-head">
        <p className="tabular">{label}</p>
        {rows.length > 0 && <Downloads result={result} name={name} />}
      </div>
      {note && <p className="console-cut">{note}</p>}
      {isCut && (
        <p className="console-cut">
          Only the first 1,000 rows or 1 MB are shown. Narrow the query, or export the database.
        </p>
      )}
      {columns.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard.
        <section className="console-scroll" aria-label={`Rows: ${label}`} tabIndex={0}>
          <table className="console-table">
            <thead>
              <tr>
                {columns.map((column, place) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a result may have a name twice.
                  <th scope="col" key={place}>
                    {column.name}
                    <span className="console-type">{column.type}</span>
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {shown.map((row, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: rows of a result have no name but their place.
                <tr key={at}>
                  {columns.map((column, place) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: as above.
                    <td key={place}>
                      <Cell value={row[place] ?? null} column={column} onOpen={onOpenValue} />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      {shown.length < rows.length && (
        <button type="button" className="button" onClick={() => setWhole(true)}>
          Show all {rows.length.toLocaleString('en-IN')} rows
        </button>
      )}
    </section>
  )
}
