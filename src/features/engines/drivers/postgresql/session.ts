import { Script, type Statement } from '#server/sql/postgresql/script.ts'
import { EngineRefused } from '#server/system/programs/engine-refused.ts'
import { EngineUnavailable } from '#server/system/programs/engine-unavailable.ts'
import { minute, second } from '#shared/time.ts'
import type { Caps, EngineSession } from '../../contract/database-engine.ts'
import { newClient, type Target } from './admin.ts'
import type { AdminConnection } from './admin-connection.ts'
import { endClient } from './end-client.ts'
import { isState, toEngineError } from './failures.ts'
import { createGuard } from './guard.ts'
import { runStatement, type StatementRequest, type TypeNames, watchBytes } from './result.ts'

// The portal ends statements at their limit; this server-side limit applies if the portal has died.
const longestMs = 2 * minute
const idleMs = 10 * minute

const canceled = '57014'
/** A customer's block can catch the cancellation and continue: its connection is ended after this time. */
const endingMs = 2 * second

/** The next statement of a text. @throws EngineRefused for psql commands and COPY */
async function nextStatement(script: Script): Promise<Statement | null> {
  const part = await script.next()
  if (part?.kind === 'command')
    throw new EngineRefused(
      `Line ${part.line}: ${part.command.split(/\s/)[0]} is a psql command. Only SQL runs here.`,
    )
  if (part?.words[0] === 'COPY')
    throw new EngineRefused(
      `Line ${part.line}: COPY needs a client with file access, such as psql. Use import and export here instead.`,
    )
  return part
}

/** A connection as a customer's user; `admin` cancels and ends it. @throws EngineRefused, EngineUnavailable */
export async function openSession(
  target: Target,
  admin: () => Promise<AdminConnection>,
): Promise<EngineSession> {
  const client = newClient(target, {
    application_name: 'portal console',
    statement_timeout: longestMs,
    idle_in_transaction_session_timeout: idleMs,
  })
  try {
    await client.connect()
  } catch (error) {
    await endClient(client)
    throw toEngineError(error)
  }
  const watch = watchBytes(client)
  const guard = createGuard()
  client.once('end', () => guard.break(new EngineUnavailable('PostgreSQL closed the connection.')))
  const names: TypeNames = new Map()
  const { processID } = client as unknown as { processID: number }
  let isRunning = false
  let isCancelled = false
  let ending: Timer | undefined

  const terminate = async (): Promise<void> => {
    if (isRunning) await (await admin()).ask('select pg_catalog.pg_terminate_backend($1)', [processID])
  }
  const cancel = async (): Promise<void> => {
    if (!isRunning) return
    isCancelled = true
    ending ??= setTimeout(() => void terminate().catch(() => {}), endingMs)
    await (await admin()).ask('select pg_catalog.pg_cancel_backend($1)', [processID])
  }

  const run = async (asked: StatementRequest, caps: Caps) => {
    if (isRunning) throw new EngineRefused('Another statement is running on this connection.')
    let isLate = false
    const timer = setTimeout(() => {
      isLate = true
      // Without a response, the statement ends at its own limit.
      void cancel().catch(() => {})
    }, caps.timeoutMs)
    isRunning = true
    isCancelled = false
    try {
      return await runStatement(client, asked, caps, { watch, names, guard })
    } catch (error) {
      if (watch.isTooMuch)
        throw new EngineRefused(
          'A value in the result is larger than 64 MiB. Select a part of it, for example with left().',
        )
      if (isState(error, canceled) || isCancelled)
        throw new EngineRefused(
          isLate
            ? `The statement was ended because it took longer than ${caps.timeoutMs / second} seconds.`
            : 'The statement was cancelled.',
        )
      throw toEngineError(error, asked.sql)
    } finally {
      clearTimeout(timer)
      clearTimeout(ending)
      ending = undefined
      isRunning = false
    }
  }

  return {
    async *run(sql, caps) {
      const bytes = Buffer.from(sql)
      const script = new Script([bytes])
      for (let part = await nextStatement(script); part; part = await nextStatement(script)) {
        const asked = { sql: part.bytes.toString(), values: [], command: part.words[0] ?? '' }
        try {
          yield await run(asked, caps)
        } catch (error) {
          if (!(error instanceof EngineRefused) || error.position === null) throw error
          const before = bytes.subarray(0, part.start).toString().length
          throw new EngineRefused(error.message, before + error.position)
        }
      }
    },
    ask: (sql, values, caps) =>
      run({ sql, values, command: sql.trim().split(/\s/, 1)[0]?.toUpperCase() ?? '' }, caps),
    cancel,
    async close() {
      // A statement would continue after its client has gone.
      await terminate().catch((error) => {
        if (!(error instanceof EngineUnavailable)) throw error
      })
      await endClient(client)
    },
  }
}
