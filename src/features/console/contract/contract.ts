import { z } from 'zod'
import { id, instant } from '#shared/schema.ts'
import { defaultPageRows, editableLength, maxPageRows, maxSqlLength } from './limits.ts'

/** Bytes of a call with a row. */
export const maxRowBodyBytes = 4 * 1_024 * 1_024
/** Bytes of a call with statements, in any JSON escaping. */
export const maxSqlBodyBytes = 8 * maxSqlLength

// NUL terminates texts in the engine protocols, and a lone surrogate is not text.
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

/** Result of a statement; values as the engine writes them as text, null for NULL. */
const statementOutput = z.object({
  /** First word of the statement. */
  command: z.string(),
  columns: z.array(columnOutput),
  rows: z.array(cells),
  /** Rows changed; null for statements that change none. */
  affected: z.number().nullable(),
  /** The caps cut off rows or values. */
  isCut: z.boolean(),
  /** A deviation of the engine from the statement, as a sentence. */
  note: z.string().nullable(),
  durationMs: z.number(),
})
export type Statement = z.output<typeof statementOutput>

export const queryOutput = z.object({
  results: z.array(statementOutput),
  /** Number of statements that ran after these without returned results. */
  omitted: z.number(),
  durationMs: z.number(),
  caps: z.object({ rows: z.number(), bytes: z.number(), seconds: z.number() }),
})
export type QueryAnswer = z.output<typeof queryOutput>

/** Added to the error when the engine refuses: `position` counts characters of the whole text from 0. */
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
      /** As SQL; null without a default. */
      fallback: z.string().nullable(),
      /** Position in the primary key from 1; null for other columns. */
      keyPosition: z.number().nullable(),
    }),
  ),
  indexes: z.array(z.object({ name: z.string(), columns: z.array(z.string()), isUnique: z.boolean() })),
  /** An estimate of the engine; null when it has none. */
  rows: z.number().nullable(),
  bytes: z.number().nullable(),
})
export type Table = z.output<typeof tableOutput>

export const schemaOutput = z.object({ tables: z.array(tableOutput) })

const table = z.object({ id, schema: name, table: name })

export const readRowsInput = table.extend({
  /** Column name, after a hyphen for descending. */
  sort: z.string().max(129).refine(isText, notText).optional(),
  limit: z.coerce.number().int().min(1).max(maxPageRows).default(defaultPageRows),
  cursor: z.string().max(20_000).optional(),
  /** JSON with the primary key values: reads this row only, with longer values. */
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
      /** Whether its values can be edited here. */
      isEditable: z.boolean(),
    }),
  ),
  /** `cut`: indexes of truncated values. */
  rows: z.array(z.object({ values: cells, cut: z.array(z.number()) })),
  nextCursor: z.string().nullable(),
  /** Why rows cannot be edited here, as a sentence; null when they can. */
  editProblem: z.string().nullable(),
})
export type Rows = z.output<typeof rowsOutput>
export type RowColumn = Rows['columns'][number]

/** Identifies the row by its whole primary key, and gives the values as they were read. */
const knownRow = table.extend({ key: values, old: values })
export const changeRowInput = knownRow.extend({
  set: values.refine((columns) => Object.keys(columns).length > 0, 'Change at least one value.'),
})
export const deleteRowInput = knownRow
/** Omitted columns get their defaults. */
export const addRowInput = table.extend({ values })

/** The current values of a row by column. */
export const rowOutput = z.object({ values: z.record(z.string(), z.string().nullable()) })

/** The plan from its root; the children of a node follow it, one level deeper. */
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
