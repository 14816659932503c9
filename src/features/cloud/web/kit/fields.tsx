import type { ReactNode } from 'react'
import { formatBytes, formatGigabytes } from '#shared/bytes.ts'
import { formatMoment } from '#shared/time.ts'
import type { Column } from '#web/ui/tables/data-table.tsx'
import { CopyButton } from '#web/ui/values/copy-button.tsx'
import { StatusBadge } from '#web/ui/values/status-badge.tsx'
import { formatCost, formatMonth } from './costs.ts'
import { formatReading } from './metrics.ts'
import { inWords } from './words.ts'

/** A stored value: how a table and the drawer show it, and the text that a search matches. */
export type Field<Row> = Column<Row> & { text: (row: Row) => string }

type Kind<Value> = {
  /** The value as text; `null` for an unknown one. */
  write: (value: Value) => string | null
  show?: (value: Value, written: string, header: string) => ReactNode
  order?: (value: Value) => string | number
  align?: 'right'
  card?: 'state'
}

const unknown = '—'

const kind =
  <Value,>({ write, show, order, align, card }: Kind<Value>) =>
  <Key extends string>(key: Key, header: string): Field<Record<Key, Value>> => ({
    key,
    header,
    ...(align ? { align } : {}),
    ...(card ? { card } : {}),
    text: (row) => write(row[key]) ?? '',
    sortValue: (row) => order?.(row[key]) ?? write(row[key]) ?? '',
    cell: (row) => {
      const written = write(row[key])
      if (written === null) return <span className="cloud-unknown">{unknown}</span>
      return show ? show(row[key], written, header) : written
    },
  })

type Text = string | null | undefined
type Numeric = number | null | undefined

const textOrNull = (value: Text): string | null => value || null
const sortNumber = (value: Numeric): number => value ?? Number.NEGATIVE_INFINITY
const numbers = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 2 })

const numeric = (write: (value: number) => string) =>
  kind<Numeric>({
    write: (value) => (value === null || value === undefined ? null : write(value)),
    show: (_value, written) => <span className="tabular">{written}</span>,
    order: sortNumber,
    align: 'right',
  })

export const text = kind<Text>({ write: textOrNull })
/** A provider's own name for a kind, class or state. */
export const named = kind<Text>({ write: (value) => (value ? inWords(value) : null) })
/** Machine-readable addresses, ids and names. */
export const code = kind<Text>({
  write: textOrNull,
  show: (_, written) => <span className="mono">{written}</span>,
})
/** The same with a copy button. */
export const address = kind<Text>({
  write: textOrNull,
  show: (_, written, header) => (
    <span className="cloud-copied">
      <span className="mono">{written}</span>
      <CopyButton value={written} label={`Copy ${header} ${written}`} />
    </span>
  ),
})
export const status = kind<Text>({
  write: textOrNull,
  show: (_, written) => <StatusBadge status={written} />,
  card: 'state',
})
/** A field that only the drawer has room for beside a narrow table. */
export const detail = <Row,>(field: Field<Row>): Field<Row> => ({ ...field, isDetail: true })
export const count = numeric((value) => numbers.format(value))
/** A number without a unit that is not a count. */
export const port = numeric(String)
/** A number with its unit behind it: `512 MB`. */
export const measure = (unit: string) => numeric((value) => `${numbers.format(value)} ${unit}`)
/** Units of 1/1024 of a processor. */
export const processors = numeric((value) => `${numbers.format(value / 1_024)} vCPU`)
export const percent = numeric((value) => `${numbers.format(value)}%`)
/** Bytes in GB, bytes / 1024³. */
export const gigabytes = numeric(formatGigabytes)
/** Bytes in the unit that fits. */
export const bytes = numeric(formatBytes)
export const moment = kind<Text>({
  write: (value) => (value ? formatMoment(value) : null),
  show: (value, written) => <time dateTime={value ?? ''}>{written}</time>,
  order: (value) => value ?? '',
})
/** `2026-11`. */
export const month = kind<string>({ write: formatMonth, order: (value) => value })
/** Common to all stored resources. */
export const times = [moment('createdAt', 'Created'), moment('updatedAt', 'Changed')]
export const yesNo = (yes = 'Yes', no = 'No') =>
  kind<boolean | null>({ write: (value) => (value === null ? null : value ? yes : no) })
export const list = kind<readonly (string | number)[]>({
  write: (values) => (values.length > 0 ? values.join(', ') : null),
})
/** Names with values, one per line. */
export const pairs = kind<Record<string, unknown> | null>({
  write: (value) => {
    const lines = Object.entries(value ?? {}).map(([name, each]) => `${name}: ${plain(each)}`)
    return lines.length > 0 ? lines.join('\n') : null
  },
  show: (_, written) => <span className="mono cloud-pairs">{written}</span>,
})

const needsAttention = /^(Off|Public|failed|[1-9])/

/** A field that is marked in rows where it counts something, or says that it is off, public or failed. */
export const marked = <Row,>(field: Field<Row>): Field<Row> => ({
  ...field,
  cell: (row) => (
    <span className={needsAttention.test(field.text(row)) ? 'cloud-marked' : undefined}>
      {field.cell(row)}
    </span>
  ),
})

const notReported = 'unknown'

/** A field that the provider may not report: shown as a word, neither as nothing nor as zero. */
export const orUnknown = <Row,>(field: Field<Row>): Field<Row> => ({
  ...field,
  text: (row) => field.text(row) || notReported,
  cell: (row) => (field.text(row) ? field.cell(row) : <span className="cloud-unknown">{notReported}</span>),
})

const ofWhole = <Row,>(
  key: string,
  header: string,
  write: (row: Row) => string,
  order: (row: Row) => number,
): Field<Row> => ({
  key,
  header,
  align: 'right',
  text: write,
  sortValue: order,
  cell: (row) => <span className="tabular">{write(row)}</span>,
})

/** A measured value with its unit. */
export const reading = ofWhole<{ value: number; unit: string }>(
  'value',
  'Value',
  formatReading,
  ({ value }) => value,
)

/** An amount in the currency of the cloud. */
export const amount = ofWhole<{ amount: number; currency: string }>(
  'amount',
  'Amount',
  ({ amount, currency }) => formatCost(amount, currency),
  ({ amount }) => amount,
)

const plain = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))
