import type { Connection } from 'mysql2'
import { changesMode, createSplitter, type Piece, type Statement } from '#server/sql/mysql/statements.ts'
import type { StatementSpool } from '#server/sql/statement-spool.ts'
import { EngineEnded, EngineRefused } from '#server/system/programs/engine-refused.ts'
import { EngineUnavailable } from '#server/system/programs/engine-unavailable.ts'
import type { Credentials } from '../../contract/database-engine.ts'
import { createNamedDatabase, type NamedDatabase } from '../named-database.ts'
import { readFile } from '../read-file.ts'
import { createCollations } from './collations.ts'
import { ask, openAs, readMode, type Target } from './connection.ts'
import { withDefiner } from './definer.ts'
import { eventsDoNotRun, makesEvent, runsEvents } from './events.ts'
import { namedIn } from './named.ts'

/** Single-row statements are committed in groups of this size, the most that a lost connection can lose. */
const commitEvery = 1_000

// Replication settings in MySQL 8 dumps: they need an administrator, and are of no use here.
const ofReplication = /^SET @@(GLOBAL\.GTID_PURGED|SESSION\.SQL_LOG_BIN)\b/i

const sentence = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`)

/** The note after a failed statement: those before it are committed. */
const stays = (done: number): string => {
  if (done === 0) return 'No statement of the file was executed.'
  return done === 1
    ? 'The statement before it was executed and stays in effect.'
    : `The ${done} statements before it were executed and stay in effect.`
}

/** The note after a lost connection. */
const mayStay = (done: number): string => {
  if (done === 0) return 'No statement of the file was executed.'
  const count = done === 1 ? 'One statement of the file was' : `${done} statements of the file were`
  return `${count} executed; the last row changes (up to ${commitEvery} statements) may be undone.`
}

/** Runs the statements of a file in order, and counts them. */
class Loader {
  readonly #connection: Connection
  readonly #spool: StatementSpool
  readonly #collations
  readonly #named: NamedDatabase
  #hasEvents = false
  #done = 0
  #failed: Statement | null = null

  constructor(connection: Connection, own: string, spool: StatementSpool) {
    this.#connection = connection
    this.#spool = spool
    this.#collations = createCollations(connection)
    this.#named = createNamedDatabase(own)
  }

  async #run(statement: Statement): Promise<void> {
    const named = namedIn(statement.text)
    if (named !== null) this.#named.meet(named, statement.line)
    else if (!ofReplication.test(statement.text)) {
      this.#failed = statement
      const text = await this.#collations.fit(withDefiner(statement.text, null))
      await ask(this.#connection, text)
      this.#hasEvents ||= makesEvent(text)
      this.#failed = null
    }
    this.#done += 1
    if (this.#done % commitEvery === 0) await ask(this.#connection, 'COMMIT')
  }

  /** The statement completed by this piece; null when it continues. @throws EngineRefused, EngineUnavailable */
  async #complete({ text, offset, line, isEnd }: Piece): Promise<Statement | null> {
    if (isEnd && this.#spool.length === 0) return { text: text.trimEnd(), offset, line }
    await this.#spool.add(text, line)
    if (!isEnd) return null
    return { text: (await this.#spool.take()).toString('latin1').trimEnd(), offset, line }
  }

  async runAll(chunks: AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<string[]> {
    const splitter = createSplitter()
    splitter.follow(await readMode(this.#connection))
    const run = async (pieces: Iterable<Piece>) => {
      for (const piece of pieces) {
        signal.throwIfAborted()
        const statement = await this.#complete(piece)
        if (!statement) continue
        await this.#run(statement)
        if (changesMode(statement.text)) splitter.follow(await readMode(this.#connection))
      }
    }
    for await (const chunk of chunks) {
      signal.throwIfAborted()
      // As bytes: a dump may mix character sets.
      await run(
        splitter.push(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength).toString('latin1')),
      )
    }
    await run(splitter.end())
    await ask(this.#connection, 'COMMIT')
    const isIdle = this.#hasEvents && !(await runsEvents(this.#connection))
    return [...this.#named.notes(), ...this.#collations.notes(), ...(isIdle ? [eventsDoNotRun] : [])]
  }

  /** Adds the position, and what remains of the file, to the error. */
  async explain(error: unknown, signal: AbortSignal): Promise<unknown> {
    const lost = (why: string) => new EngineEnded(why, mayStay(this.#done))
    if (signal.aborted) return lost('The import was stopped before its end.')
    if (error instanceof EngineUnavailable) return lost(error.message)
    if (!(error instanceof EngineRefused)) return error
    try {
      await ask(this.#connection, 'COMMIT')
    } catch {
      return lost(sentence(error.message))
    }
    const at = this.#failed
    if (at === null) return new EngineRefused(`${sentence(error.message)} ${stays(this.#done)}`)
    return new EngineRefused(
      `Line ${at.line}, statement ${this.#done + 1}: ${sentence(error.message)} ${stays(this.#done)}`,
      error.position === null ? null : at.offset + error.position,
    )
  }
}

/**
 * As `DatabaseEngine.load`: sends only statements, each as the database's user, so that client commands never run. Statements
 * before
 * an error stay in effect.
 */
export async function load(
  target: Target,
  credentials: Credentials,
  content: ReadableStream<Uint8Array>,
  { signal, spool }: { signal: AbortSignal; spool: StatementSpool },
): Promise<string[]> {
  signal.throwIfAborted()
  const connection = await openAs(target, credentials, 'binary')
  const stop = () => connection.destroy()
  signal.addEventListener('abort', stop)
  const loader = new Loader(connection, credentials.database, spool)
  try {
    const { all } = await readFile(content, 'mysql')
    await ask(connection, 'SET NAMES utf8mb4')
    await ask(connection, 'SET autocommit = 0')
    return await loader.runAll(all, signal)
  } catch (error) {
    throw await loader.explain(error, signal)
  } finally {
    signal.removeEventListener('abort', stop)
    connection.destroy()
    await spool[Symbol.asyncDispose]()
    await content.cancel().catch(() => {})
  }
}
