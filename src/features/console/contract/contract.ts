import { z } from 'zod'
import { id, instant } from '#shared/schema.ts'
import { defaultPageRows, editableLength, maxPageRows, maxSqlLength } from './limits.ts'

/** Bytes of a call that carries a row. */
export const maxRowBodyBytes = 4 * 1_024 * 1_024
/** Bytes of a call that carries statements, however JSON writes them. */
export const maxSqlBodyBytes = 8 * maxSqlLength

// A NUL ends a text in the protocols of the engines, half of a surrogate pair is no text at all.
const isText = (text: string) => !text.includes('\0') && text.isWellFormed()
const notText = 'This contains an invalid character.'

const sql = z
  .string('Enter a statement.')
  .max(maxSqlLength, 'This is too long to run here. Import it as a file instead.')
  .refine((text) => text.trim() !== '', 'Enter a statement.')
  .refine(isText, notText)

const name = z.string('Choose a table.').min(1, 'Choose a table.').max(128).refine(isText, notText)
const value = z
  .string()
  .max(editableLength, `At most ${editableLength} characters.`)
  .refine(isText, notText)
  .nullable()
const values = z.record(name, value)

const queryId = z
  .string('Enter a query ID.')
  .regex(/^[\w-]{1,64}$/, 'At most 64 letters, digits, hyphens and underscores.')

export const runQueryInput = z.object({ id, sql, queryId: queryId.optional() })
export const cancelQueryInput = z.object({ id, queryId })
export const explainInput = z.object({ id, sql })

const columnOutput = z.object({ name: z.string(), type: z.string() })
const cells = z.array(z.string().nullable())

/** What a statement gave; values as the engine writes them as text, null for NULL. */
const statementOutput = z.object({
  /** The first word of the statement. */
  command: z.string(),
  columns: z.array(columnOutput),
  rows: z.array(cells),
  /** Rows that it changed; null when it changes none. */
  affected: z.number().nullable(),
  /** There were more rows, or longer values, than the caps allow. */
  isCut: z.boolean(),
  /** What the engine does otherwise than the statement has it, as a sentence. */
  note: z.string().nullable(),
  durationMs: z.number(),
})
export type Statement = z.output<typeof statementOutput>

export const queryOutput = z.object({
  results: z.array(statementOutput),
  /** Statements that ran after these, and whose results are not told. */
  omitted: z.number(),
  durationMs: z.number(),
  caps: z.object({ rows: z.number(), bytes: z.number(), seconds: z.number() }),
})
export type QueryAnswer = z.output<typeof queryOutput>

/** What a refusal by the engine adds to the error: `position` counts characters of the whole text from 0. */
export type QueryRefusal = Pick<QueryAnswer, 'results' | 'omitted'> & {
  position: number | null
  isCancelled: boolean
}

const tableOutput = z.object({
  schema: z.string(),
  name: z.string(),
  kind: z.enum(['table', 'view']),
  columns: z.array(
    z.object({
      name: z.string(),
      type: z.string(),
      isNullable: z.boolean(),
      /** As SQL; null without one. */
      fallback: z.string().nullable(),
      /** Position in the primary key from 1; null for other columns. */
      keyPosition: z.number().nullable(),
    }),
  ),
  indexes: z.array(z.object({ name: z.string(), columns: z.array(z.string()), isUnique: z.boolean() })),
  /** The engine's estimate; null when it has none. */
  rows: z.number().nullable(),
  bytes: z.number().nullable(),
})
export type Table = z.output<typeof tableOutput>

export const schemaOutput = z.object({ tables: z.array(tableOutput) })

const table = z.object({ id, schema: name, table: name })

export const readRowsInput = table.extend({
  /** The name of a column, after a hyphen for descending. */
  sort: z.string().max(129).refine(isText, notText).optional(),
  limit: z.coerce.number().int().min(1).max(maxPageRows).default(defaultPageRows),
  cursor: z.string().max(20_000).optional(),
  /** JSON with the values of the primary key: this row alone, with longer values. */
  key: z.string().max(20_000).refine(isText, notText).optional(),
})

export const rowsOutput = z.object({
  columns: z.array(
    z.object({
      name: z.string(),
      type: z.string(),
      isNullable: z.boolean(),
      fallback: z.string().nullable(),
      keyPosition: z.number().nullable(),
      /** Whether its values can be written here. */
      isEditable: z.boolean(),
    }),
  ),
  /** `cut` are the places of those values of which only the beginning is given. */
  rows: z.array(z.object({ values: cells, cut: z.array(z.number()) })),
  nextCursor: z.string().nullable(),
  /** Why no row can be changed here, as a sentence; null when it can. */
  editProblem: z.string().nullable(),
})
export type Rows = z.output<typeof rowsOutput>
export type RowColumn = Rows['columns'][number]

/** Names the row by the values of its whole primary key, and says how it was when it was read. */
const knownRow = table.extend({ key: values, old: values })
export const changeRowInput = knownRow.extend({
  set: values.refine((columns) => Object.keys(columns).length > 0, 'Change at least one value.'),
})
export const deleteRowInput = knownRow
/** Columns that are left out get their defaults. */
export const addRowInput = table.extend({ values })

/** A row as it is now: the values by column. */
export const rowOutput = z.object({ values: z.record(z.string(), z.string().nullable()) })

/** The plan from its root on: the children of a node follow it, one deeper. */
export const planOutput = z.object({
  nodes: z.array(
    z.object({
      depth: z.number(),
      label: z.string(),
      details: z.array(z.string()),
      cost: z.number().nullable(),
      rows: z.number().nullable(),
    }),
  ),
})
export type Plan = z.output<typeof planOutput>

export const historyOutput = z.array(
  z.object({
    id: z.string(),
    statement: z.string(),
    isRefused: z.boolean(),
    durationMs: z.number(),
    ranAt: instant,
  }),
)
export type Remembered = z.output<typeof historyOutput>[number]
