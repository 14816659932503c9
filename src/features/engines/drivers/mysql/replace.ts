import type { Connection } from 'mysql2'
import { EngineRefused, ofPortal } from '#server/system/programs/engine-refused.ts'
import type { EngineUnavailable } from '#server/system/programs/engine-unavailable.ts'
import type { Replacement } from '../../contract/database-engine.ts'
import { endConnections, grantAccess, openAccounts, setOpen } from './accounts.ts'
import { ask, openAdmin, quoteName, quoteText, type Target } from './connection.ts'
import { createAll, type Definition, dropAll, readDefinitions } from './objects.ts'

/** Steps after the tables have moved; `accounts` are unlocked at the end. */
type Notes = { accounts: string[]; live: Definition[]; by: Definition[] }
/** Stored in two parts: the accounts before they are locked, the definitions once no one can change them. */
type PartialNotes = { accounts: string[]; live?: Definition[]; by?: Definition[] }

const isComplete = (notes: PartialNotes | null): notes is Notes =>
  notes?.live !== undefined && notes.by !== undefined

/** The table with the notes. It moves with the tables of `by`, so its place shows whether they have moved. */
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

async function readNotes(connection: Connection, database: string): Promise<PartialNotes | null> {
  const tables = await ask(
    connection,
    `SELECT 1 FROM information_schema.TABLES
     WHERE TABLE_SCHEMA = ${quoteText(database)} AND TABLE_NAME = ${quoteText(notesName)}`,
  )
  if (tables.length === 0) return null
  const [row] = await ask<{ notes: string }>(connection, `SELECT notes FROM ${place(database, notesName)}`)
  return row ? (JSON.parse(row.notes) as PartialNotes) : null
}

async function writeNotes(connection: Connection, database: string, notes: PartialNotes): Promise<void> {
  const table = place(database, notesName)
  await ask(
    connection,
    `CREATE TABLE IF NOT EXISTS ${table} (id INT PRIMARY KEY, notes LONGTEXT CHARACTER SET utf8mb4) ENGINE = InnoDB`,
  )
  await ask(connection, `REPLACE INTO ${table} VALUES (1, ${quoteText(JSON.stringify(notes))})`)
}

/** Locks both users out and stores the notes. */
async function prepare(connection: Connection, { live, by, aside }: Replacement): Promise<Notes> {
  if (await isThere(connection, aside)) throw new EngineRefused(`The database ${aside} already exists.`)
  const admin = asAdmin(connection)
  const begun = await readNotes(connection, by.database)
  const accounts = begun?.accounts ?? (await openAccounts(admin, live.user))
  await writeNotes(connection, by.database, { accounts })
  const both = [...accounts, ...(await openAccounts(admin, by.user))]
  try {
    await setOpen(admin, both, false)
    await endConnections(admin, live.user)
    await endConnections(admin, by.user)
    const notes = {
      accounts,
      live: await readDefinitions(connection, live.database),
      by: await readDefinitions(connection, by.database),
    }
    await writeNotes(connection, by.database, notes)
    return notes
  } catch (error) {
    if (error instanceof EngineRefused) {
      await setOpen(admin, both, true)
      await ask(connection, `DROP TABLE IF EXISTS ${place(by.database, notesName)}`)
    }
    throw error as EngineRefused | EngineUnavailable
  }
}

/** Moves all tables in a single RENAME TABLE, which is atomic even when the server is killed. */
async function move(connection: Connection, { live, by, aside }: Replacement, notes: Notes): Promise<void> {
  await ask(connection, `CREATE DATABASE IF NOT EXISTS ${quoteName(aside)} CHARACTER SET utf8mb4`)
  // Tables with triggers or views cannot be moved.
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

/** Moves the tables; null when the whole exchange was complete. */
async function begin(connection: Connection, step: Replacement): Promise<Notes | null> {
  const moved = await readNotes(connection, step.aside)
  if (isComplete(moved)) return moved
  if (!(await isThere(connection, step.by.database))) {
    if (await isThere(connection, step.aside)) return null
    throw new EngineRefused('The replacement database does not exist.')
  }
  const begun = await readNotes(connection, step.by.database)
  const notes = isComplete(begun) ? begun : await prepare(connection, step)
  await move(connection, step, notes)
  return notes
}

/** As `DatabaseEngine.replace`. `host` is that of the definer accounts. */
export async function replace(target: Target, host: string, step: Replacement): Promise<void> {
  const { live, by, aside } = step
  const connection = await openAdmin(target)
  const admin = asAdmin(connection)
  const owner = (user: string) => `${quoteName(user)}@${quoteName(host)}`
  try {
    const notes = await begin(connection, step)
    if (notes === null) return
    await createAll(connection, live.database, notes.by, owner(live.user))
    // Objects set aside run with rights on their own database only.
    await grantAccess(admin, by.user, aside)
    await createAll(connection, aside, notes.live, owner(by.user))
    await ask(connection, `DROP DATABASE IF EXISTS ${quoteName(by.database)}`)
    await setOpen(admin, notes.accounts, true)
    await ask(connection, `DROP TABLE IF EXISTS ${place(aside, notesName)}`)
  } catch (error) {
    throw ofPortal(error)
  } finally {
    connection.end()
  }
}
