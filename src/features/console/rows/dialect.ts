import type { ColumnFacts } from '#features/engines/contract/database-engine.ts'
import type { DatabaseType } from '#features/engines/contract/kinds.ts'
import { invalid } from '#shared/errors.ts'

/** How an engine turns the values of a column into text, and text into its values. */
export type Dialect = {
  /** The expression that reads a column, whose quoted name is given, as text. */
  read(column: ColumnFacts, quoted: string): string
  /** The expression that stores a text, which a placeholder stands for. */
  write(column: ColumnFacts, placeholder: string): string
  canWrite(column: ColumnFacts): boolean
  /** @throws INVALID when no value of the column is written like this */
  check(column: ColumnFacts, text: string): void
  /** What stands behind the name of a table in an INSERT of a row of defaults. */
  defaults: string
}

const postgresql: Dialect = {
  read: (_, quoted) => `${quoted}::text`,
  // Its type is inferred from the column, without the cut that a cast would make.
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
  // The engine would store something else, or NULL, without a word.
  check(column, text) {
    if (isBinary(column) && !hexadecimal.test(text))
      throw invalid(column.name, `${column.name} takes bytes in hexadecimal, such as 0x00ff.`)
    if ((isBits(column) || isInteger(column)) && !wholeNumber.test(text))
      throw invalid(column.name, `${column.name} takes a whole number.`)
  },
  defaults: '() VALUES ()',
}

export const dialects: Partial<Record<DatabaseType, Dialect>> = { postgresql, mysql }
