import type { DnsRecord } from '#features/zones/contract/records.ts'
import { recordName } from './use-zone-changes.ts'

const shownAtMost = 6

type Line = { sign: '+' | '−'; word: string; record: DnsRecord }

const linesOf = (sign: Line['sign'], word: string, records: readonly DnsRecord[]): Line[] =>
  records.map((record) => ({ sign, word, record }))

type ChangeLinesProps = {
  zone: string
  removed: readonly DnsRecord[]
  added: readonly DnsRecord[]
  /** Shows every line, however many there are. */
  isWhole?: boolean
}

/** Removed and added records of a change, a line each. */
export function ChangeLines({ zone, removed, added, isWhole = false }: ChangeLinesProps) {
  const all = [...linesOf('−', 'Removed:', removed), ...linesOf('+', 'Added:', added)]
  const shown = isWhole ? all : all.slice(0, shownAtMost)
  const more = all.length - shown.length
  return (
    <ul className="domain-lines">
      {shown.map(({ sign, word, record }) => (
        <li key={`${sign} ${record.id}`} data-sign={sign}>
          <span aria-hidden="true">{sign}</span>
          <span>
            <span className="visually-hidden">{word} </span>
            {recordName(record, zone)} <span className="quiet">{record.ttl} s</span> {record.priority}{' '}
            {record.value}
          </span>
        </li>
      ))}
      {more > 0 && <li>and {more} more</li>}
    </ul>
  )
}
