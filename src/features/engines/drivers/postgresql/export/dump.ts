import { EngineBusy, EngineRefused, ofPortal } from '#server/system/programs/engine-refused.ts'
import { minute, second } from '#shared/time.ts'
import type { Dump, EngineNames } from '../../../contract/database-engine.ts'
import { type Admin, newClient, type Target } from '../admin.ts'
import { endClient } from '../end-client.ts'
import { toEngineError } from '../failures.ts'
import { dropTask, taskPrefix } from '../rights.ts'
import { findTool } from '../server/programs.ts'
import { exportDatabase } from './export.ts'

/** A task role older than this was left behind. */
const longestMs = 24 * 60 * minute
const longestSaid = 400
/** Limits the wait for a locked table. */
const lockMs = 30 * second

// pg_dump limits this wait like a statement (`--lock-wait-timeout`).
const lockTimeout = /due to (statement|lock) timeout/

const flags = [
  ...['--no-owner', '--no-privileges', '--clean', '--if-exists', '--encoding=UTF8', '--no-password'],
  ...['--no-publications', '--no-subscriptions', '--no-security-labels', '--no-tablespaces'],
  `--lock-wait-timeout=${lockMs}`,
]

/**
 * A temporary role for one dump, with the rights of the database's user only: customers' objects are never evaluated as the
 * portal, whose rights they could abuse.
 */
async function makeReader(admin: Admin, { user }: EngineNames, now: Date) {
  const name = `${taskPrefix}${crypto.randomUUID().replaceAll('-', '')}`
  const password = crypto.randomUUID()
  const [own] = await admin.ask<{ may: boolean }>(
    'select rolsuper or rolbypassrls as may from pg_catalog.pg_roles where rolname = current_user',
  )
  // Row security would hide rows from other roles.
  const sees = own?.may === true ? 'bypassrls' : ''
  const until = new Date(now.getTime() + longestMs).toISOString()
  await admin.order(
    `create role %1$I with login inherit ${sees} connection limit 2 password %2$L valid until %3$L in role %4$I`,
    name,
    password,
    until,
    user,
  )
  return { name, password, remove: () => dropTask(admin, name) }
}

const streamOf = (pieces: AsyncGenerator<string | Uint8Array>): ReadableStream<Uint8Array> => {
  const encoder = new TextEncoder()
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await pieces.next()
        if (done) controller.close()
        else controller.enqueue(typeof value === 'string' ? encoder.encode(value) : value)
      } catch (error) {
        controller.error(error)
      }
    },
    async cancel() {
      await pieces.return(undefined)
    },
  })
}

async function* byTool(program: string, target: Target, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  const { host, port, user, password, database, ssl } = target
  const child = Bun.spawn([program, ...flags], {
    cwd: '/',
    env: {
      LC_ALL: 'C',
      PGHOST: String(host),
      PGPORT: String(port),
      PGUSER: String(user),
      PGPASSWORD: String(password),
      PGDATABASE: String(database),
      PGSSLMODE: ssl ? 'require' : 'prefer',
    },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
    signal,
  })
  try {
    const said = new Response(child.stderr).text()
    for await (const chunk of child.stdout) yield chunk
    if ((await child.exited) === 0) return
    const why = new EngineRefused(`The dump failed: ${(await said).trim().slice(0, longestSaid)}`)
    throw lockTimeout.test(why.message) ? new EngineBusy(why) : why
  } finally {
    child.kill('SIGKILL')
    await child.exited
  }
}

async function* byExport(
  target: Target,
  major: number,
  signal: AbortSignal,
): AsyncGenerator<string | Uint8Array> {
  const client = newClient(target, { application_name: 'portal export', lock_timeout: lockMs })
  const stop = () => void client.end().catch(() => {})
  signal.addEventListener('abort', stop, { once: true })
  try {
    await client.connect()
    yield* exportDatabase(client, major)
  } catch (error) {
    throw ofPortal(toEngineError(error))
  } finally {
    signal.removeEventListener('abort', stop)
    await endClient(client)
  }
}

async function* withReader(
  content: AsyncGenerator<string | Uint8Array>,
  remove: () => Promise<void>,
): AsyncGenerator<string | Uint8Array> {
  try {
    yield* content
  } finally {
    // If PostgreSQL is down, the portal's next start removes it.
    await remove().catch(() => {})
  }
}

/**
 * A dump by this machine's pg_dump if it is at least as new as the server, otherwise by the portal. Starts before it returns, so
 * that a refusal is thrown here. @throws EngineRefused, EngineUnavailable
 */
export async function dump(
  admin: Admin,
  target: Target,
  names: EngineNames,
  { major, now, signal }: { major: number; now: Date; signal: AbortSignal },
): Promise<Dump> {
  const tool = findTool('pg_dump', major)
  const reader = await makeReader(admin, names, now)
  const as = { ...target, user: reader.name, password: reader.password, database: names.database }
  const pieces = withReader(
    tool ? byTool(tool.program, as, signal) : byExport(as, major, signal),
    reader.remove,
  )
  const first = await pieces.next()
  const all = async function* () {
    try {
      if (!first.done) yield first.value
      yield* pieces
    } finally {
      await pieces.return(undefined)
    }
  }
  return {
    tool: tool ? { name: 'pg_dump', version: String(tool.major) } : { name: 'built-in', version: null },
    content: streamOf(all()),
  }
}
