import type { Connection, FieldPacket } from 'mysql2'
import { changesMode, createSplitter, readStatements } from '#server/sql/mysql/statements.ts'
import { EngineRefused } from '#server/system/programs/engine-refused.ts'
import { second } from '#shared/time.ts'
import type { Caps, Credentials, EngineSession, StatementResult } from '../../contract/database-engine.ts'
import { ask, loadLibrary, openAs, readMode, type Target } from './connection.ts'
import { eventsDoNotRun, makesEvent, runsEvents } from './events.ts'
import { toEngineError } from './failures.ts'
import { textOf, typeOf } from './values.ts'

type Cell = { buffer(): Buffer | null; type: string }
type Outcome = { affectedRows?: number }

const isOutcome = (row: unknown): row is Outcome => !Array.isArray(row)

/** The first word of a statement, which names its result. */
const commandOf = (sql: string): string =>
  /^(?:\s|\(|\/\*(?!M?!)[\s\S]*?\*\/|(?:--\s|#)[^\n]*\n)*(?:\/\*M?!\d*\s*)?(\w+)/
    .exec(sql)?.[1]
    ?.toUpperCase() ?? ''

/** A text literal without escapes, valid in every mode. */
const hexText = (text: string): string => `CONVERT(X'${Buffer.from(text).toString('hex')}' USING utf8mb4)`

/** A statement with handlers can survive an interruption: its connection is ended after this time. */
const endingMs = 2 * second

/** `kill` ends a query or a connection by thread ID. */
export async function openSession(
  target: Target,
  credentials: Credentials,
  kill: (thread: number, what: 'QUERY' | 'CONNECTION') => Promise<void>,
): Promise<EngineSession> {
  const connection: Connection = await openAs(target, credentials)
  const { Types } = await loadLibrary()
  const thread = connection.threadId
  let isRunning = false
  let interrupted: Promise<void> | null = null
  let why: string | null = null
  let ending: Timer | undefined
  let lost: unknown = null
  let fail: ((error: unknown) => void) | null = null
  // A lost connection is reported to the connection, not to the statement.
  connection.on('error', (error: unknown) => {
    lost ??= error
    fail?.(error)
  })

  /** Ends the running statement, if any. */
  const interrupt = (reason: string | null) => {
    if (!isRunning) return
    why ??= reason
    interrupted ??= kill(thread, 'QUERY').catch(() => {})
    ending ??= setTimeout(() => void kill(thread, 'CONNECTION').catch(() => {}), endingMs)
  }

  const query = async (
    sql: string,
    shown: string,
    caps: Caps,
    startedAt: number,
  ): Promise<StatementResult> => {
    const result: StatementResult = {
      command: commandOf(shown),
      columns: [],
      rows: [],
      affected: null,
      isCut: false,
      note: null,
      durationMs: 0,
    }
    if (lost !== null) throw toEngineError(lost)
    let bytes = 0
    const takeRow = (row: (string | null)[]) => {
      if (result.rows.length >= caps.maxRows || bytes >= caps.maxBytes) {
        result.isCut = true
        return interrupt(null)
      }
      const kept = row.map((value) => {
        if (value === null) return null
        const room = Math.max(0, caps.maxBytes - bytes)
        const text = value.length > room ? value.slice(0, room) : value
        if (text.length < value.length) result.isCut = true
        bytes += Buffer.byteLength(text)
        return text
      })
      result.rows.push(kept)
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    let failure: unknown = null
    fail = reject
    const running = connection.query({
      sql,
      rowsAsArray: true,
      typeCast: (field: Cell) => textOf(field.type, field.buffer()),
    })
    running.on('error', (error: unknown) => {
      failure = error
      reject(error)
    })
    running.on('fields', (fields: FieldPacket[] | undefined) => {
      result.columns = (fields ?? []).map((field) => ({ name: field.name, type: typeOf(field, Types) }))
    })
    running.on('result', (row: unknown) => {
      if (isOutcome(row)) result.affected = row.affectedRows ?? 0
      else takeRow(row as (string | null)[])
    })
    running.on('end', () => (failure === null ? resolve() : undefined))
    isRunning = true
    const timer = setTimeout(
      () => interrupt(`The statement was ended because it took longer than ${caps.timeoutMs / 1_000} s.`),
      caps.timeoutMs,
    )
    try {
      await promise
    } catch (error) {
      const refused = toEngineError(error, shown)
      const isOurs = interrupted !== null && (refused instanceof EngineRefused || lost !== null)
      if (isOurs && why !== null) throw new EngineRefused(why)
      // Interrupted by this session, since the caps were reached.
      if (!isOurs || !result.isCut) throw refused
    } finally {
      isRunning = false
      fail = null
      clearTimeout(timer)
      clearTimeout(ending)
      ending = undefined
      if (interrupted) {
        await interrupted
        // A late interruption must not end the next statement.
        await ask(connection, 'DO 0').catch(() => {})
      }
      interrupted = null
      why = null
    }
    if (result.columns.length > 0) result.affected = null
    if (makesEvent(shown) && !(await runsEvents(connection).catch(() => true))) result.note = eventsDoNotRun
    result.durationMs = performance.now() - startedAt
    return result
  }

  return {
    async *run(sql, caps) {
      const splitter = createSplitter()
      splitter.follow(await readMode(connection))
      for (const { text, offset } of readStatements(sql, splitter)) {
        try {
          yield await query(text, text, caps, performance.now())
          if (changesMode(text)) splitter.follow(await readMode(connection))
        } catch (error) {
          if (!(error instanceof EngineRefused) || error.position === null) throw error
          throw new EngineRefused(error.message, offset + error.position)
        }
      }
    },
    async ask(sql, values, caps) {
      const startedAt = performance.now()
      if (values.length === 0) return query(sql, sql, caps, startedAt)
      const small = async (text: string) => {
        await ask(connection, text)
      }
      try {
        await small(`SET @portal_statement = ${hexText(sql)}`)
        await small('PREPARE portal_statement FROM @portal_statement')
      } catch (error) {
        throw toEngineError(error instanceof EngineRefused ? new EngineRefused(error.message) : error)
      }
      const names = values.map((_, index) => `@portal_${index + 1}`)
      const given = values.map(
        (value, index) => `${names[index]} = ${value === null ? 'NULL' : hexText(value)}`,
      )
      await small(`SET ${given.join(', ')}`)
      return query(`EXECUTE portal_statement USING ${names.join(', ')}`, sql, caps, startedAt)
    },
    async cancel() {
      interrupt('The statement was cancelled.')
      await interrupted
    },
    async close() {
      if (isRunning) await kill(thread, 'CONNECTION').catch(() => {})
      if (isRunning || lost !== null) connection.destroy()
      else connection.end()
    },
  }
}
