/** Column positions of a statement. Banks with one column for both directions have `amount` and `side`. */
export type Columns = {
  day: number
  narration: number
  reference: number | null
  credit: number | null
  amount: number | null
  side: number | null
}

/** Letters alone, without the currency. */
const plain = (header: string): string =>
  header
    .toLowerCase()
    .replace(/[^a-z]/g, '')
    .replace(/inr$/, '')

/** Banks' column names, most specific first; spelled without spaces and punctuation. */
const names = {
  day: [
    'transactiondate',
    'txndate',
    'trandate',
    'transdate',
    'postdate',
    'postingdate',
    'date',
    'valuedate',
    'valuedt',
  ],
  narration: [
    'narration',
    'description',
    'transactiondescription',
    'transactionremarks',
    'transactiondetails',
    'transactionparticulars',
    'particulars',
    'remarks',
    'details',
  ],
  reference: [
    'utr',
    'utrno',
    'utrnumber',
    'referenceno',
    'referencenumber',
    'refno',
    'refnochequeno',
    'chqrefnumber',
    'chqrefno',
    'chequerefno',
    'transactionid',
    'tranid',
    'reference',
    'refchequeno',
    'chequenumber',
    'chqno',
    'chequeno',
  ],
  credit: [
    'credit',
    'creditamount',
    'creditamt',
    'deposit',
    'depositamt',
    'depositamount',
    'deposits',
    'cr',
    'amountcredited',
    'paidin',
  ],
  amount: ['amount', 'transactionamount'],
  side: ['drcr', 'crdr', 'debitcredit', 'creditdebit', 'type', 'transactiontype'],
} as const

function find(cells: readonly string[], known: readonly string[]): number | null {
  for (const name of known) {
    const at = cells.indexOf(name)
    if (at >= 0) return at
  }
  return null
}

/** The columns that a row names; null when it is no statement header. */
function readHeader(row: readonly string[]): Columns | null {
  const cells = row.map(plain)
  const [day, narration, credit] = [
    find(cells, names.day),
    find(cells, names.narration),
    find(cells, names.credit),
  ]
  const [amount, side] = [find(cells, names.amount), find(cells, names.side)]
  const hasMoney = credit !== null || (amount !== null && side !== null)
  if (day === null || narration === null || !hasMoney) return null
  return { day, narration, reference: find(cells, names.reference), credit, amount, side }
}

/** Banks print the account and its owner above the table. */
const mostRowsAbove = 60

/** The header of a statement and its row; null when none of the first rows is one. */
export function findHeader(rows: readonly string[][]): { columns: Columns; at: number } | null {
  for (const [at, row] of rows.slice(0, mostRowsAbove).entries()) {
    const columns = readHeader(row)
    if (columns) return { columns, at }
  }
  return null
}
