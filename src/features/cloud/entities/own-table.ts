import { and, eq } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Schema } from '#db/schema/schema.ts'
import type { Tx } from '#db/types.ts'
import type { Row, TableName } from './entity.ts'

/** Any table of cloud resources. */
export type OwnTable = PgTable &
  Record<'id' | 'userId' | 'providerId' | 'createdAt' | 'updatedAt' | 'simulated', PgColumn>

export const tableOf = (t: Schema, name: TableName): OwnTable => t[name]

/** The rows of such a table: Drizzle loses their type when the table name is dynamic. */
export const asRows = (rows: unknown[]): Row<TableName>[] => rows as Row<TableName>[]

/** Matches owner and id together: the identity of every resource. */
export const isResource = (table: Record<'userId' | 'id', PgColumn>, userId: string, id: string) =>
  and(eq(table.userId, userId), eq(table.id, id))

/** Inserts rows whose values have the names of the table's columns. */
export const insertRows = (tx: Tx, table: OwnTable, rows: object[]) =>
  tx.insert(table).values(rows as OwnTable['$inferInsert'][])
