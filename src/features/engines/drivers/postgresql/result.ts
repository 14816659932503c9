import type { Client, QueryResult } from 'pg'
import Cursor from 'pg-cursor'
import type { Caps, ResultColumn, StatementResult } from '../../contract/database-engine.ts'
import type { Guard } from './guard.ts'

/** Memory limit for a single PostgreSQL message. */
const longestAnswer = 64 * 1_024 * 1_024
const firstFetch = 1
const fetchBytes = 1_024 * 1_024
const mostRowsAtOnce = 1_000

type Row = (string | null)[]

/** Members of pg's connection that its types lack. */
type Wire = {
  connection: { stream: { on(name: 'data', heard: (chunk: Buffer) => void): void; destroy(): void } }
}

/** Counts the bytes that a client receives, and destroys it when an answer exceeds the limit. */
export function watchBytes(client: Client): {
  reset(): void
  readonly received: number
  readonly isTooMuch: boolean
} {
  const { stream } = (client as unknown as Wire).connection
  let received = 0
  let isTooMuch = false
  stream.on('data', (chunk) => {
    received += chunk.length
    if (received <= longestAnswer || isTooMuch) return
    isTooMuch = true
    stream.destroy()
  })
  return {
    reset() {
      received = 0
    },
    get received() {
      return received
    },
    get isTooMuch() {
      return isTooMuch
    },
  }
}

export type Watch = ReturnType<typeof watchBytes>

const asText = { getTypeParser: () => (text: string) => text }

// Commands whose tag has the number of changed rows; that of SELECT counts returned rows.
const changing = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE'])

/** As many bytes of a value as fit. */
function fit(value: string, room: number): string {
  const bytes = Buffer.from(value)
  if (bytes.length <= room) return value
  // Avoids a replacement character where a character was split.
  let end = Math.max(0, room)
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1
  return bytes.toString('utf8', 0, end)
}

/** Rows up to the caps; the last value may be truncated. */
class Kept {
  rows: Row[] = []
  isCut = false
  #room: number
  readonly #most: number

  constructor({ maxRows, maxBytes }: Caps) {
    this.#room = maxBytes
    this.#most = maxRows
  }

  add(row: Row): void {
    if (this.isCut) return
    if (this.rows.length >= this.#most || (this.#room <= 0 && this.rows.length > 0)) {
      this.isCut = true
      return
    }
    this.rows.push(
      row.map((value) => {
        if (value === null) return null
        const kept = fit(value, this.#room)
        this.#room -= Buffer.byteLength(kept)
        if (kept.length < value.length) this.isCut = true
        return kept
      }),
    )
  }
}

type Fetched = { rows: Row[]; result: QueryResult }

function fetch(cursor: Cursor<Row>, most: number): Promise<Fetched> {
  const { promise, resolve, reject } = Promise.withResolvers<Fetched>()
  cursor.read(most, (error, rows, result) => (error ? reject(error) : resolve({ rows, result })))
  return promise
}

type Field = { name: string; dataTypeID: number; dataTypeModifier?: number }

/** Type names by number and modifier, as PostgreSQL writes them; cached. */
export type TypeNames = Map<string, string>

const keyOf = ({ dataTypeID, dataTypeModifier = -1 }: Field): string => `${dataTypeID}:${dataTypeModifier}`

async function describeColumns(
  client: Client,
  fields: readonly Field[],
  names: TypeNames,
): Promise<ResultColumn[]> {
  const unknown = fields.filter((field) => !names.has(keyOf(field)))
  if (unknown.length > 0) {
    const { rows } = await client.query<{ name: string }>(
      `select pg_catalog.format_type(o, m) as name
       from rows from (pg_catalog.unnest($1::pg_catalog.oid[]), pg_catalog.unnest($2::pg_catalog.int4[])) with ordinality as t (o, m, place)
       order by place`,
      [unknown.map((field) => field.dataTypeID), unknown.map((field) => field.dataTypeModifier ?? -1)],
    )
    for (const [index, field] of unknown.entries()) names.set(keyOf(field), rows[index]?.name ?? 'unknown')
  }
  return fields.map((field) => ({ name: field.name, type: names.get(keyOf(field)) ?? 'unknown' }))
}

export type StatementRequest = { sql: string; values: readonly (string | null)[]; command: string }

/** Runs one statement and returns its rows up to the caps, leaving the rest unread. */
export async function runStatement(
  client: Client,
  { sql, values, command }: StatementRequest,
  caps: Caps,
  { watch, names, guard }: { watch: Watch; names: TypeNames; guard: Guard },
): Promise<StatementResult> {
  const began = performance.now()
  const cursor = client.query(new Cursor<Row>(sql, [...values], { rowMode: 'array', types: asText }))
  const kept = new Kept(caps)
  let wanted = Math.min(firstFetch, caps.maxRows + 1)
  let fetched: Fetched
  let rows = 0
  for (;;) {
    watch.reset()
    // A cursor whose connection ends after its last row never answers.
    fetched = await guard.wait(fetch(cursor, wanted))
    for (const row of fetched.rows) kept.add(row)
    rows += fetched.rows.length
    if (fetched.rows.length < wanted || kept.isCut) break
    const each = Math.max(1, watch.received / fetched.rows.length)
    wanted = Math.max(1, Math.min(mostRowsAtOnce, caps.maxRows + 1 - rows, Math.floor(fetchBytes / each)))
  }
  await guard.wait(cursor.close())
  const durationMs = Math.round(performance.now() - began)
  const { result } = fetched
  return {
    command: result.command ?? command,
    columns: await describeColumns(client, result.fields, names),
    rows: kept.rows,
    affected: changing.has(result.command) ? (result.rowCount ?? 0) : null,
    isCut: kept.isCut,
    note: null,
    durationMs,
  }
}
