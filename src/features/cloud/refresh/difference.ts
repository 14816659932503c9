import { canonicalJson } from '#db/rows/canonical.ts'

export type Difference<Values> = {
  insert: Values[]
  update: { id: string; values: Values }[]
  remove: string[]
}

type Plan<Row, Remote, Values> = {
  rows: Row[]
  remotes: Remote[]
  keyOf: (item: Row | Remote) => string
  values: (remote: Remote, row: Row | undefined) => Values
}

/** The changes that sync the stored rows with the provider's lists, matched by the provider's ids. */
export function differenceOf<Row extends { id: string }, Remote, Values extends Record<string, unknown>>({
  rows,
  remotes,
  keyOf,
  values,
}: Plan<Row, Remote, Values>): Difference<Values> {
  const stored = new Map(rows.map((row) => [keyOf(row), row]))
  const listed = new Map(remotes.map((remote) => [keyOf(remote), remote]))
  const difference: Difference<Values> = { insert: [], update: [], remove: [] }
  for (const [key, remote] of listed) {
    const row = stored.get(key)
    const expected = values(remote, row)
    if (!row) difference.insert.push(expected)
    else if (!isSame(row, expected)) difference.update.push({ id: row.id, values: expected })
  }
  const kept = new Set([...listed.keys()].map((key) => stored.get(key)?.id))
  difference.remove = rows.filter(({ id }) => !kept.has(id)).map(({ id }) => id)
  return difference
}

/** The row has these values already. */
const isSame = (row: Record<string, unknown>, values: Record<string, unknown>): boolean => {
  const stored = Object.fromEntries(Object.keys(values).map((name) => [name, row[name]]))
  return canonicalJson(stored) === canonicalJson(values)
}

export const isEmpty = ({ insert, update, remove }: Difference<unknown>): boolean =>
  insert.length + update.length + remove.length === 0
