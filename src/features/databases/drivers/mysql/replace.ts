import type { Connection } from 'mysql2'
import { EngineRefused, type EngineUnavailable, type Replacement } from '../database-engine.ts'
import { endConnections, letInto, openAccounts, setOpen } from './accounts.ts'
import { ask, openAdmin, quoteName, quoteText, type Target } from './connection.ts'
import { type Definition, dropAll, makeAll, readDefinitions } from './objects.ts'

/** What has to be done after the tables have moved. */
type Notes = { live: Definition[]; by: Definition[]; accounts: string[] }

/** The table of the notes. It moves with the tables of `by`, so that its place tells whether they have moved. */
const notesName = 'portal~notes'

const place = (database: string, table: string) => `${quoteName(database)}.${quoteName(table)}`

const asAdmin = (connection: Connection) => ({
  ask: <Row extends object>(sql: string) => ask<Row>(connection, sql),
})

async function isThere(connection: Connection, database: string): Promise<boolean> {
  const rows = await ask(
    connection,
    `SELECT 1 FROM information_schema.SCHEMATA WHERE SCHEMA_NAME = ${quoteText(database)}`,
  )
  return rows.length > 0
}

async function tablesOf(connection: Connection, database: string): Promise<string[]> {
  const rows = await ask<{ name: string }>(
    connection,
    `SELECT TABLE_NAME AS name FROM information_schema.TABLES
     WHERE TABLE_SCHEMA = ${quoteText(database)} AND TABLE_TYPE NOT LIKE '%VIEW'`,
  )
  return rows.map(({ name }) => name).filter((name) => name !== notesName)
}

/** The notes, once they are complete. */
async function readNotes(connection: Connection, database: string): Promise<Notes | null> {
  const tables = await ask(
    connection,
    `SELECT 1 FROM information_schema.TABLES
     WHERE TABLE_SCHEMA = ${quoteText(database)} AND TABLE_NAME = ${quoteText(notesName)}`,
  )
  if (tables.length === 0) return null
  const [row] = await ask<{ notes: string }>(connection, `SELECT notes FROM ${place(database, notesName)}`)
  return row ? (JSON.parse(row.notes) as Notes) : null
}

/** Nobody connects to either database any more, and what is to be done is written down. */
async function prepare(connection: Connection, { live, by, aside }: Replacement): Promise<Notes> {
  if (await isThere(connection, aside)) throw new EngineRefused(`There is a database ${aside} already.`)
  const admin = asAdmin(connection)
  const accounts = await openAccounts(admin, live.user)
  try {
    await setOpen(admin, [...accounts, ...(await openAccounts(admin, by.user))], false)
    await endConnections(admin, live.user)
    await endConnections(admin, by.user)
    const notes = {
      live: await readDefinitions(connection, live.database),
      by: await readDefinitions(connection, by.database),
      accounts,
    }
    const table = place(by.database, notesName)
    await ask(connection, `DROP TABLE IF EXISTS ${table}`)
    await ask(connection, `CREATE TABLE ${table} (notes LONGTEXT CHARACTER SET utf8mb4) ENGINE = InnoDB`)
    await ask(connection, `INSERT INTO ${table} VALUES (${quoteText(JSON.stringify(notes))})`)
    return notes
  } catch (error) {
    if (error instanceof EngineRefused) await setOpen(admin, accounts, true)
    throw error as EngineRefused | EngineUnavailable
  }
}

/** All tables change their places at the same moment: RENAME TABLE is one change, also when the server is killed. */
async function move(connection: Connection, { live, by, aside }: Replacement, notes: Notes): Promise<void> {
  await ask(connection, `CREATE DATABASE IF NOT EXISTS ${quoteName(aside)} CHARACTER SET utf8mb4`)
  // Triggers and views keep their tables where they are.
  await dropAll(connection, live.database, notes.live)
  await dropAll(connection, by.database, notes.by)
  const steps = [
    ...(await tablesOf(connection, live.database)).map((name) => [live.database, aside, name] as const),
    ...(await tablesOf(connection, by.database)).map((name) => [by.database, live.database, name] as const),
    [by.database, aside, notesName] as const,
  ]
  const renames = steps.map(([from, to, name]) => `${place(from, name)} TO ${place(to, name)}`)
  await ask(connection, 'SET SESSION foreign_key_checks = 0')
  await ask(connection, `RENAME TABLE ${renames.join(', ')}`)
}

/** As `DatabaseEngine.replace`. `host`: of the accounts that own what is in a database. */
export async function replace(target: Target, host: string, step: Replacement): Promise<void> {
  const { live, by, aside } = step
  const connection = await openAdmin(target)
  const admin = asAdmin(connection)
  const owner = (user: string) => `${quoteName(user)}@${quoteName(host)}`
  try {
    let notes = await readNotes(connection, aside)
    if (notes === null) {
      if (!(await isThere(connection, by.database))) {
        if (await isThere(connection, aside)) return
        throw new EngineRefused('What should take the place of the database is not there.')
      }
      notes = (await readNotes(connection, by.database)) ?? (await prepare(connection, step))
      await move(connection, step, notes)
    }
    await makeAll(connection, live.database, notes.by, owner(live.user))
    // What is kept aside runs with no rights but on itself.
    await letInto(admin, by.user, aside)
    await makeAll(connection, aside, notes.live, owner(by.user))
    await ask(connection, `DROP DATABASE IF EXISTS ${quoteName(by.database)}`)
    await setOpen(admin, notes.accounts, true)
    await ask(connection, `DROP TABLE IF EXISTS ${place(aside, notesName)}`)
  } finally {
    connection.destroy()
  }
}
