import type { Connection } from 'mysql2'
import { EngineRefused } from '#server/system/programs/engine-refused.ts'
import { ask, quoteName, quoteText } from './connection.ts'
import { withDefiner } from './definer.ts'

const kinds = ['FUNCTION', 'PROCEDURE', 'VIEW', 'TRIGGER', 'EVENT'] as const
type Kind = (typeof kinds)[number]

/** A view, routine, trigger or event, with its definition. */
export type Definition = {
  kind: Kind
  name: string
  statement: string
  sqlMode: string | null
  charset: string
  collation: string
}

const lists: Record<Kind, string> = {
  FUNCTION: `SELECT ROUTINE_NAME AS name FROM information_schema.ROUTINES WHERE ROUTINE_TYPE = 'FUNCTION' AND ROUTINE_SCHEMA`,
  PROCEDURE: `SELECT ROUTINE_NAME AS name FROM information_schema.ROUTINES WHERE ROUTINE_TYPE = 'PROCEDURE' AND ROUTINE_SCHEMA`,
  VIEW: 'SELECT TABLE_NAME AS name FROM information_schema.VIEWS WHERE TABLE_SCHEMA',
  TRIGGER: 'SELECT TRIGGER_NAME AS name FROM information_schema.TRIGGERS WHERE TRIGGER_SCHEMA',
  EVENT: 'SELECT EVENT_NAME AS name FROM information_schema.EVENTS WHERE EVENT_SCHEMA',
}
const orders: Partial<Record<Kind, string>> = { TRIGGER: ' ORDER BY EVENT_OBJECT_TABLE, ACTION_ORDER' }

/** Definitions of everything in a database but tables, for recreating them in another one. @throws as `ask` */
export async function readDefinitions(connection: Connection, database: string): Promise<Definition[]> {
  // Leaves names in this database unqualified.
  await ask(connection, `USE ${quoteName(database)}`)
  const found: Definition[] = []
  for (const kind of kinds) {
    const rows = await ask<{ name: string }>(
      connection,
      `${lists[kind]} = ${quoteText(database)}${orders[kind] ?? ''}`,
    )
    for (const { name } of rows) {
      const [row = {}] = await ask<Record<string, string | null>>(
        connection,
        `SHOW CREATE ${kind} ${quoteName(name)}`,
      )
      const statement = Object.entries(row).find(([key]) => /^(create |sql original)/i.test(key))?.[1]
      if (!statement) throw new EngineRefused(`The definition of ${name} cannot be read.`)
      found.push({
        kind,
        name,
        statement,
        sqlMode: row.sql_mode ?? null,
        charset: row.character_set_client ?? 'utf8mb4',
        collation: row.collation_connection ?? 'utf8mb4_general_ci',
      })
    }
  }
  return found
}

/** Drops all of them from the database. */
export async function dropAll(connection: Connection, database: string, definitions: readonly Definition[]) {
  for (const { kind, name } of definitions.toReversed())
    await ask(connection, `DROP ${kind} IF EXISTS ${quoteName(database)}.${quoteName(name)}`)
}

const word = (text: string) => text.replaceAll(/\W/g, '')

async function make(connection: Connection, definition: Definition, owner: string): Promise<void> {
  const { statement, sqlMode, charset, collation } = definition
  if (sqlMode !== null) await ask(connection, `SET SESSION sql_mode = '${sqlMode.replaceAll(/[^\w,]/g, '')}'`)
  await ask(
    connection,
    `SET SESSION character_set_client = ${word(charset)}, collation_connection = ${word(collation)}`,
  )
  await ask(connection, withDefiner(statement, owner))
}

/**
 * Creates all of them in the database with the rights of `owner`. A view waits for the views that it reads; a view of missing
 * objects cannot be created and is left out.
 */
export async function createAll(
  connection: Connection,
  database: string,
  definitions: readonly Definition[],
  owner: string,
): Promise<void> {
  await dropAll(connection, database, definitions)
  await ask(connection, `USE ${quoteName(database)}`)
  let waiting = [...definitions]
  for (;;) {
    const refused: Definition[] = []
    for (const definition of waiting) {
      try {
        await make(connection, definition, owner)
      } catch (error) {
        if (!(error instanceof EngineRefused)) throw error
        refused.push(definition)
      }
    }
    if (refused.length === 0 || refused.length === waiting.length) return
    waiting = refused
  }
}
