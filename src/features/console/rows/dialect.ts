import type { ColumnFacts } from '#features/engines/contract/database-engine.ts'
import type { DatabaseType } from '#features/engines/contract/kinds.ts'
import { invalid } from '#shared/errors.ts'

/** How an engine converts column values to text and back. */
export type Dialect = {
  /** SQL that reads a column as text, by its quoted name. */
  read(column: ColumnFacts, quoted: string): string
  /** SQL that stores a text, given its placeholder. */
  write(column: ColumnFacts, placeholder: string): string
  canWrite(column: ColumnFacts): boolean
  /** @throws INVALID when the text is not a valid value of the column */
  check(column: ColumnFacts, text: string): void
  /** SQL after the table name that inserts a row of defaults. */
  defaults: string
}

const postgresql: Dialect = {
  read: (_, quoted) => `${quoted}::text`,
  // The type is inferred from the column, without the truncation of a cast.
  write: (_, placeholder) => placeholder,
  canWrite: () => true,
  check() {},
  defaults: 'DEFAULT VALUES',
}

const isBinary = ({ type }: ColumnFacts) => /^(var)?binary|blob/i.test(type)
const isBits = ({ type }: ColumnFacts) => /^bit\b/i.test(type)
const isInteger = ({ type }: ColumnFacts) => /^(tiny|small|medium|big)?int/i.test(type)
const isGeometry = ({ type }: ColumnFacts) => /geometry|point|linestring|polygon/i.test(type)

const hexadecimal = /^0x([0-9a-f]{2})*$/i
const wholeNumber = /^-?\d{1,20}$/

const mysql: Dialect = {
  read(column, quoted) {
    if (isBinary(column)) return `CONCAT('0x', HEX(${quoted}))`
    if (isBits(column)) return `CAST(${quoted} + 0 AS CHAR)`
    return isGeometry(column) ? `ST_AsText(${quoted})` : `CAST(${quoted} AS CHAR)`
  },
  write(column, placeholder) {
    if (isBinary(column)) return `UNHEX(SUBSTR(${placeholder}, 3))`
    if (isBits(column)) return `CAST(${placeholder} AS UNSIGNED)`
    return placeholder
  },
  canWrite: (column) => !isGeometry(column),
  // The engine would silently store something else, or NULL.
  check(column, text) {
    if (isBinary(column) && !hexadecimal.test(text))
      throw invalid(column.name, `${column.name} takes bytes in hexadecimal, such as 0x00ff.`)
    if ((isBits(column) || isInteger(column)) && !wholeNumber.test(text))
      throw invalid(column.name, `${column.name} takes a whole number.`)
  },
  defaults: '() VALUES ()',
}

export const dialects: Partial<Record<DatabaseType, Dialect>> = { postgresql, mysql }
