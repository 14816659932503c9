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

/** Rows of single statements are committed together; a connection that ends loses at most these. */
const commitEvery = 1_000

// A dump of MySQL 8 sets these for replication; only an administrator may, and here they have no use.
const ofReplication = /^SET @@(GLOBAL\.GTID_PURGED|SESSION\.SQL_LOG_BIN)\b/i

const sentence = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`)

/** What stays of a file whose statements were committed up to the one that failed. */
const stays = (done: number): string => {
  if (done === 0) return 'No statement of the file was executed.'
  return done === 1
    ? 'The statement before it was executed and stays in effect.'
    : `The ${done} statements before it were executed and stay in effect.`
}

/** What stays when the connection is gone. */
const mayStay = (done: number): string => {
  if (done === 0) return 'No statement of the file was executed.'
  const count = done === 1 ? 'One statement of the file was' : `${done} statements of the file were`
  return `${count} executed; the last row changes (up to ${commitEvery} statements) may be undone.`
}

/** Runs the statements of a file one after the other, and knows how many have run. */
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

  /** The statement that ends with this piece; null when it goes on. @throws EngineRefused, EngineUnavailable */
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
      // As bytes: a dump may have texts of several character sets.
      await run(
        splitter.push(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength).toString('latin1')),
      )
    }
    await run(splitter.end())
    await ask(this.#connection, 'COMMIT')
    const isIdle = this.#hasEvents && !(await runsEvents(this.#connection))
    return [...this.#named.notes(), ...this.#collations.notes(), ...(isIdle ? [eventsDoNotRun] : [])]
  }

  /** The error with where it happened, and what of the file stays. */
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
 * As `DatabaseEngine.load`: statements only, each sent to the server as the user of the database, so that no command of a client
 * program is ever carried out. What ran before a fault stays.
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
