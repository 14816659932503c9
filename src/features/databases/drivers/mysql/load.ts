import type { Connection } from 'mysql2'
import { type Credentials, EngineRefused, type EngineUnavailable } from '../database-engine.ts'
import { unzip } from '../unzip.ts'
import { ask, openAs, type Target } from './connection.ts'
import { withDefiner } from './definer.ts'
import { createSplitter, type Statement } from './statements.ts'

/** The longest statement, in bytes, as the server takes it. */
const maxStatement = 64 * 1_024 * 1_024
/** Rows of single statements are committed together; a file that breaks loses at most these. */
const commitEvery = 1_000

// A dump of MySQL 8 sets these for replication; only an administrator may, and here they have no use.
const ofReplication = /^SET @@(GLOBAL\.GTID_PURGED|SESSION\.SQL_LOG_BIN)\b/i

async function* whole(first: Uint8Array, rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield first
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value
}

async function* unpacked(content: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const chunks = content[Symbol.asyncIterator]()
  const { done, value: first } = await chunks.next()
  if (done) return
  const all = whole(first, chunks)
  yield* first[0] === 0x1f && first[1] === 0x8b ? unzip(all) : all
}

/** @throws EngineRefused with the line of the file */
function withLine(error: unknown, { line, offset }: Statement): never {
  if (!(error instanceof EngineRefused)) throw error as EngineUnavailable
  throw new EngineRefused(
    `Line ${line}: ${error.message}`,
    error.position === null ? null : offset + error.position,
  )
}

async function runAll(connection: Connection, content: ReadableStream<Uint8Array>, signal: AbortSignal) {
  const splitter = createSplitter()
  let count = 0
  const run = async (statements: Statement[]) => {
    for (const statement of statements) {
      signal.throwIfAborted()
      if (ofReplication.test(statement.text)) continue
      await ask(connection, withDefiner(statement.text, null)).catch((error) => withLine(error, statement))
      count += 1
      if (count % commitEvery === 0) await ask(connection, 'COMMIT')
    }
  }
  for await (const chunk of unpacked(content)) {
    // As bytes: a dump may have texts of several character sets.
    await run(splitter.push(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength).toString('latin1')))
    if (splitter.pending() > maxStatement)
      throw new EngineRefused('A statement of the file is longer than 64 MB.')
  }
  await run(splitter.end())
  await ask(connection, 'COMMIT')
}

/**
 * As `DatabaseEngine.load`: statements only, each sent to the server as the user of the database, so that no command of a client
 * program is ever carried out.
 */
export async function load(
  target: Target,
  credentials: Credentials,
  content: ReadableStream<Uint8Array>,
  signal: AbortSignal,
): Promise<void> {
  signal.throwIfAborted()
  const connection = await openAs(target, credentials, 'binary')
  const stop = () => connection.destroy()
  signal.addEventListener('abort', stop)
  try {
    await ask(connection, 'SET NAMES utf8mb4')
    await ask(connection, 'SET autocommit = 0')
    await runAll(connection, content, signal)
  } catch (error) {
    signal.throwIfAborted()
    throw error
  } finally {
    signal.removeEventListener('abort', stop)
    connection.destroy()
    await content.cancel().catch(() => {})
  }
}
