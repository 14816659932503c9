import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type {
  Caps,
  Credentials,
  EngineNames,
  SqlTools,
  StatementResult,
} from '#features/engines/contract/database-engine.ts'

export const caps: Caps = { maxRows: 10_000, maxBytes: 16 * 1_024 * 1_024, timeoutMs: 20_000 }

/** Unique names; to a pattern, every second database looks like another one. */
export function createNames(): () => EngineNames {
  const prefix = `t${crypto.randomUUID().replaceAll('-', '').slice(0, 6)}`
  let counter = 0
  return () => {
    counter += 1
    return { database: `${prefix}_shop_${counter}`, user: `${prefix}_u${counter}` }
  }
}

export const newCredentials = (names: EngineNames): Credentials => ({
  ...names,
  password: `secret ${crypto.randomUUID()}`,
})

/** The path of a missing file in a world-writable folder. */
export const outsideFile = (): string => join('/tmp', `portal-outside-${crypto.randomUUID()}`)

/** Moves an engine's data away. A file in its place prevents a starting engine from creating new data. */
export function moveDataAway(data: string): void {
  renameSync(data, `${data}.away`)
  writeFileSync(data, '')
}

/** Undoes `moveDataAway`. */
export function bringBack(data: string): void {
  rmSync(data)
  renameSync(`${data}.away`, data)
}

export const streamOf = (content: string | Uint8Array): ReadableStream<Uint8Array> =>
  new Blob([content as BlobPart]).stream() as unknown as ReadableStream<Uint8Array>

export const textOf = (stream: ReadableStream<Uint8Array>): Promise<string> => new Response(stream).text()

/** The error message; null when it succeeds. */
export async function refusal(act: () => Promise<unknown>): Promise<unknown> {
  try {
    await act()
    return null
  } catch (error) {
    return error
  }
}

/** Runs a text in a session of its own. */
export async function runAll(
  sql: SqlTools,
  credentials: Credentials,
  text: string,
): Promise<StatementResult[]> {
  const session = await sql.open(credentials)
  try {
    const results: StatementResult[] = []
    for await (const result of session.run(text, caps)) results.push(result)
    return results
  } finally {
    await session.close()
  }
}

/** All database content that its user can see, as comparable values; none of them names the database. */
export async function contentsOf(sql: SqlTools, credentials: Credentials) {
  const session = await sql.open(credentials)
  try {
    const tables = await sql.readTables(session, caps)
    const found = []
    for (const { name, schema, kind, columns, indexes } of tables) {
      const place = schema === credentials.database ? [name] : [schema, name]
      const { rows } = await session.ask(`select * from ${place.map(sql.quoteName).join('.')}`, [], caps)
      found.push({
        name,
        kind,
        columns,
        indexes: indexes.toSorted((a, b) => a.name.localeCompare(b.name)),
        rows: rows.map((row) => JSON.stringify(row)).sort(),
      })
    }
    return { tables: found.sort((a, b) => a.name.localeCompare(b.name)) }
  } finally {
    await session.close()
  }
}
