import type { Rows } from '../../contract/contract.ts'

export type Row = Rows['rows'][number]

/** Where rows are changed. */
export type RowPlace = { id: string; schema: string; table: string }

type Known = Pick<Rows, 'columns'>

/** The values of a row by column, without those of which only the beginning is known. */
export const knownValues = ({ columns }: Known, { values, cut }: Row): Record<string, string | null> =>
  Object.fromEntries(
    columns.flatMap(({ name }, place) => (cut.includes(place) ? [] : [[name, values[place] ?? null]])),
  )

/** The values of the primary key, which name a row. */
export const keyOf = ({ columns }: Known, { values }: Row): Record<string, string | null> =>
  Object.fromEntries(
    columns.flatMap(({ name, keyPosition }, place) =>
      keyPosition === null ? [] : [[name, values[place] ?? null]],
    ),
  )

/** The row for people: `id 5`. */
export const nameOf = (known: Known, row: Row): string =>
  Object.entries(keyOf(known, row))
    .map(([name, value]) => `${name} ${value}`)
    .join(', ')
