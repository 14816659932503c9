import type { ClientBase, QueryResultRow } from 'pg'
import { ofPortal } from '#server/system/programs/engine-refused.ts'
import { toEngineError } from './failures.ts'

type Rows = QueryResultRow[]

/** A connection of the portal to one database. */
export type AdminConnection = {
  ask<Row extends QueryResultRow = QueryResultRow>(sql: string, values?: unknown[]): Promise<Row[]>
  /** Runs a statement without parameters; PostgreSQL quotes its names (`%I`) and texts (`%L`). */
  order(template: string, ...values: (string | number | null)[]): Promise<void>
}

/** Runs `query`, with its errors converted. */
export const wrap = (
  query: (sql: string, values?: unknown[]) => Promise<{ rows: Rows }>,
): AdminConnection => ({
  async ask<Row extends QueryResultRow>(sql: string, values?: unknown[]) {
    try {
      return (await query(sql, values)).rows as Row[]
    } catch (error) {
      throw ofPortal(toEngineError(error))
    }
  },
  async order(template, ...values) {
    try {
      const places = values.map((_, index) => `, $${index + 1}::text`).join('')
      const quoted = await query(
        `select pg_catalog.format('${template.replaceAll("'", "''")}'${places}) as statement`,
        values,
      )
      await query(String(quoted.rows[0]?.statement))
    } catch (error) {
      throw ofPortal(toEngineError(error))
    }
  },
})

/** The portal's interface to a single client. */
export const wrapClient = (client: ClientBase): AdminConnection =>
  wrap((sql, values) => client.query(sql, values))
