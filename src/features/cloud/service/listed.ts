import { desc, eq, getTableColumns, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { maxRows } from '#db/lists/paging.ts'
import type { Store } from '#db/types.ts'
import type { Row, TableName } from '../entities/entity.ts'
import { type OwnTable, tableOf } from '../entities/own-table.ts'
import { entitiesWith } from '../entities/server.ts'

// The lists of resources as prepared statements. They are polled, so they read only the shown columns.

type Statement = { execute(values: { userId: string }): Promise<Row<TableName>[]> }

/** The named columns of the caller's rows in a table, newest first. */
function ownRows({ read }: Store, name: string, table: OwnTable, columns: readonly string[]): Statement {
  const shown = Object.fromEntries(
    Object.entries(getTableColumns(table)).filter(([column]) => columns.includes(column)),
  )
  const prepared = read
    .select(shown)
    .from<PgTable>(table)
    .where(eq(table.userId, sql.placeholder('userId')))
    .orderBy(desc(table.createdAt), desc(table.id))
    .limit(maxRows)
    .prepare(`cloud_list_${name}`)
  // The rows have these columns: Drizzle loses their types when the table name is dynamic.
  return prepared as unknown as Statement
}

const common = ['id', 'providerId', 'region', 'sample', 'simulated']

/** Each polled entity with its statement. */
export const listedEntities = entitiesWith('polled').map(({ id, table, polled }) => ({
  list: polled.list,
  present: polled.present,
  statement: (store: Store): Statement =>
    ownRows(store, id.replaceAll('-', '_'), tableOf(store.t, table), [...common, ...polled.columns]),
}))
