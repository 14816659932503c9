import type { Client } from 'pg'
import { DatabaseError } from 'pg'
import { Script, type Statement } from '#server/sql/postgresql/script.ts'
import {
  changesUser,
  connectedTo,
  findSkipRule,
  namedIn,
  type SkipRule,
} from '#server/sql/postgresql/skip-rules.ts'
import type { StatementSpool } from '#server/sql/statement-spool.ts'
import { EngineEnded, EngineRefused } from '#server/system/programs/engine-refused.ts'
import { EngineUnavailable } from '#server/system/programs/engine-unavailable.ts'
import { second } from '#shared/time.ts'
import { createNamedDatabase, type NamedDatabase } from '../named-database.ts'
import { newClient, type Target } from './admin.ts'
import { sendBatch } from './batch.ts'
import { endClient } from './end-client.ts'
import { offsetOf, sentenceOf, toEngineError } from './failures.ts'
import { createGuard } from './guard.ts'
import { watchBytes } from './result.ts'

/** Statements are sent in batches of this size to save round trips. */
const batchBytes = 128 * 1_024
const lockMs = 60 * second
/** The whole file is one transaction. */
const unchanged = 'Nothing was changed.'
/** Separator of statements in a batch. */
const between = ';\n'

// Ignored: the load has its own transaction, and a dump may contain the same statements.
const bracketsOwn = new Set(['BEGIN', 'START', 'COMMIT', 'END'])
const undoing = new Set(['ROLLBACK', 'ABORT', 'PREPARE'])

function readCommand(command: string, line: number, named: NamedDatabase): void {
  const [name] = command.split(/\s+/)
  if (name === '\\restrict' || name === '\\unrestrict') return
  if (name !== '\\connect' && name !== '\\c')
    throw new EngineRefused(`Line ${line}: ${name} is a psql command. Only SQL is imported.`)
  const database = connectedTo(command)
  if (database !== null) named.meet(database, line)
}

/** Number of line breaks before `end`. */
function countLines(text: Buffer | string, end = text.length): number {
  let count = 0
  for (let at = text.indexOf('\n'); at >= 0 && at < end; at = text.indexOf('\n', at + 1)) count += 1
  return count
}

/** The file line of the error. PostgreSQL parses a whole batch before it executes any of it. */
function lineOf(statements: readonly Statement[], error: Error, done: number): number {
  const ofData = error instanceof DatabaseError ? /^COPY .*?, line (\d+)/.exec(error.where ?? '') : null
  const [first] = statements
  // The data begins on the line after its statement.
  if (ofData && first?.isCopy) return first.line + countLines(first.bytes) + Number(ofData[1])
  const position = error instanceof DatabaseError ? error.position : undefined
  const texts = statements.map(({ bytes }) => bytes.toString())
  let at = Math.min(done, statements.length - 1)
  if (position === undefined) return statements[at]?.line ?? 1
  let rest = offsetOf(texts.join(between), Number(position))
  for (at = 0; at < texts.length - 1 && rest >= (texts[at]?.length ?? 0) + between.length; at += 1)
    rest -= (texts[at]?.length ?? 0) + between.length
  return (statements[at]?.line ?? 1) + countLines(texts[at] ?? '', rest)
}

/** The chunks until the signal aborts, even while waiting for the next one. */
async function* whileWanted(
  chunks: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const guard = createGuard()
  const stop = () => guard.break(signal.reason)
  signal.addEventListener('abort', stop, { once: true })
  const source = chunks[Symbol.asyncIterator]()
  try {
    for (;;) {
      signal.throwIfAborted()
      const { done, value } = await guard.wait(source.next())
      if (done) return
      yield value
    }
  } finally {
    signal.removeEventListener('abort', stop)
    // The source may still be waiting for a chunk.
    void source.return?.().catch(() => {})
  }
}

class Loader {
  readonly #client: Client
  readonly #heard: () => void
  #waiting: Statement[] = []
  #bytes = 0
  #leavesOwners = false

  constructor(client: Client, heard: () => void) {
    this.#client = client
    this.#heard = heard
  }

  /** @throws EngineRefused with the line of the error, EngineUnavailable */
  async #send(statements: Statement[], data?: AsyncIterable<Uint8Array>): Promise<void> {
    const sql = statements.flatMap(({ bytes }, at) => (at === 0 ? [bytes] : [Buffer.from(between), bytes]))
    const refused = await sendBatch(this.#client, sql, this.#heard, data)
    if (!refused) return
    const { error, done } = refused
    const known = toEngineError(error)
    if (known instanceof EngineUnavailable) throw known
    const said = error instanceof DatabaseError ? sentenceOf(error) : known.message
    throw new EngineRefused(`Line ${lineOf(statements, error, done)}: ${said}`)
  }

  async flush(): Promise<void> {
    const statements = this.#waiting
    this.#waiting = []
    this.#bytes = 0
    if (statements.length > 0) await this.#send(statements)
  }

  /** `data` reads on in the file; consume it before the next statement. */
  async add(statement: Statement, data: () => AsyncIterable<Uint8Array>): Promise<void> {
    const leaving = findSkipRule(statement)
    if (!leaving && !statement.isCopy) {
      this.#waiting.push(statement)
      this.#bytes += statement.bytes.length
      if (this.#bytes >= batchBytes) await this.flush()
      return
    }
    await this.flush()
    if (statement.isCopy) await this.#send([statement], data())
    else if (leaving) await this.#try(statement, leaving)
  }

  /** Notes an omitted owner: everything here belongs to the customer. */
  leaveOwner(): void {
    this.#leavesOwners = true
  }

  /** Omissions, as sentences. */
  notes(): string[] {
    return this.#leavesOwners
      ? ['Owners and rights of other users in the file were left out, because everything here is yours.']
      : []
  }

  async #try(statement: Statement, { codes, isOfOwners }: SkipRule): Promise<void> {
    await this.#client.query('savepoint portal_load')
    const refused = await sendBatch(this.#client, [statement.bytes], this.#heard)
    if (!refused) {
      await this.#client.query('release savepoint portal_load')
      return
    }
    const { error } = refused
    if (!(error instanceof DatabaseError)) throw toEngineError(error)
    if (!codes.includes(error.code ?? ''))
      throw new EngineRefused(`Line ${lineOf([statement], error, 0)}: ${sentenceOf(error)}`)
    await this.#client.query('rollback to savepoint portal_load')
    if (isOfOwners) this.leaveOwner()
  }
}

async function loadScript(client: Client, script: Script, own: string): Promise<string[]> {
  const watch = watchBytes(client)
  const named = createNamedDatabase(own)
  const loader = new Loader(client, () => watch.reset())
  await client.query('begin')
  for (let part = await script.next(); part; part = await script.next()) {
    if (part.kind === 'command') {
      readCommand(part.command, part.line, named)
      continue
    }
    const [word = ''] = part.words
    if (part.bytes.includes(0)) throw new EngineRefused(`Line ${part.line}: this is neither SQL nor a dump.`)
    const isOwnEnd = part.words.length === 1 || ['TRANSACTION', 'WORK'].includes(part.words[1] ?? '')
    if (bracketsOwn.has(word) && isOwnEnd) continue
    if (undoing.has(word) && isOwnEnd)
      throw new EngineRefused(`Line ${part.line}: ${word} would undo what was loaded before it.`)
    const database = namedIn(part)
    if (database !== null) named.meet(database, part.line)
    else if (changesUser(part)) loader.leaveOwner()
    else await loader.add(part, () => script.copyData())
  }
  await loader.flush()
  await client.query('commit')
  return [...named.notes(), ...loader.notes()]
}

type LoadOptions = {
  signal: AbortSignal
  /** Closed afterwards. */
  spool: StatementSpool
  /** Ends the server connection with this process ID. */
  terminate(pid: number): Promise<unknown>
}

/**
 * Loads a script as the user of `target`, in one transaction; returns deviations from it, as sentences.
 * @throws EngineRefused with the line of the error, EngineUnavailable
 */
export async function load(
  target: Target & { database: string },
  chunks: AsyncIterable<Uint8Array>,
  { signal, spool, terminate }: LoadOptions,
): Promise<string[]> {
  const client = newClient(target, { application_name: 'portal import', lock_timeout: lockMs })
  const stop = () => {
    const { processID } = client as unknown as { processID: number }
    void terminate(processID).catch(() => {})
    client.end().catch(() => {})
  }
  try {
    signal.throwIfAborted()
    await client.connect()
    signal.addEventListener('abort', stop, { once: true })
    return await loadScript(client, new Script(whileWanted(chunks, signal), spool), target.database)
  } catch (error) {
    if (signal.aborted) throw new EngineEnded('The import was stopped before its end.', unchanged)
    const known = toEngineError(error)
    throw known instanceof EngineUnavailable ? new EngineEnded(known.message, unchanged) : known
  } finally {
    signal.removeEventListener('abort', stop)
    await spool[Symbol.asyncDispose]()
    await endClient(client)
  }
}
