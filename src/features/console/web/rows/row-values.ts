import type { Rows } from '../../contract/contract.ts'

export type Row = Rows['rows'][number]

/** The table whose rows are edited. */
export type RowPlace = { id: string; schema: string; table: string }

type TableColumns = Pick<Rows, 'columns'>

/** The values of a row by column, without truncated ones. */
export const knownValues = ({ columns }: TableColumns, { values, cut }: Row): Record<string, string | null> =>
  Object.fromEntries(
    columns.flatMap(({ name }, place) => (cut.includes(place) ? [] : [[name, values[place] ?? null]])),
  )

/** The primary key values, which identify a row. */
export const keyOf = ({ columns }: TableColumns, { values }: Row): Record<string, string | null> =>
  Object.fromEntries(
    columns.flatMap(({ name, keyPosition }, place) =>
      keyPosition === null ? [] : [[name, values[place] ?? null]],
    ),
  )

/** Label of a row: `id 5`. */
export const nameOf = (known: TableColumns, row: Row): string =>
  Object.entries(keyOf(known, row))
    .map(([name, value]) => `${name} ${value}`)
    .join(', ')
