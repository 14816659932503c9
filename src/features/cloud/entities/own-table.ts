import { and, eq } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Schema } from '#db/schema/schema.ts'
import type { Tx } from '#db/types.ts'
import type { Row, TableName } from './entity.ts'

/** A table of cloud resources, whichever it is. */
export type OwnTable = PgTable &
  Record<'id' | 'userId' | 'providerId' | 'createdAt' | 'updatedAt' | 'simulated', PgColumn>

export const tableOf = (t: Schema, name: TableName): OwnTable => t[name]

/** The rows of such a table: Drizzle loses their type when the table is not known by name. */
export const asRows = (rows: unknown[]): Row<TableName>[] => rows as Row<TableName>[]

/** The owner and the id together: how every resource is named. */
export const isResource = (table: Record<'userId' | 'id', PgColumn>, userId: string, id: string) =>
  and(eq(table.userId, userId), eq(table.id, id))

/** Adds rows whose values have the names of the table's columns. */
export const insertRows = (tx: Tx, table: OwnTable, rows: object[]) =>
  tx.insert(table).values(rows as OwnTable['$inferInsert'][])
