import type { Health } from '#server/driver.ts'
import { newSpool } from '#server/sql/statement-spool.ts'
import { EngineUnavailable } from '#server/system/programs/engine-unavailable.ts'
import type { DatabaseEngine, SqlTools } from '../../contract/database-engine.ts'
import { describeFailedCheck } from '../failed-check.ts'
import { createOffEngine } from '../off-engine.ts'
import { ensure, isTaken, remove } from './accounts.ts'
import { type Admin, createAdmin, quoteName, type Target } from './connection.ts'
import { dump } from './dump.ts'
import { load } from './load.ts'
import { measure, readSlow } from './measure.ts'
import { explain } from './plan.ts'
import { replace } from './replace.ts'
import { chooseServer, type Server, type ServerOptions } from './server.ts'
import { openSession } from './session.ts'
import { readTables } from './tables.ts'

type Connected = { target: Target; admin: Admin; version: string; own: string[] }

const loopback = ['127.0.0.1', 'localhost']

/** MySQL databases, in a managed MariaDB of this machine or in an external server. */
export function createMysqlEngine(options: ServerOptions): DatabaseEngine {
  const server = chooseServer(options)
  return 'advice' in server ? createOffEngine('mysql', server) : createEngine(server, options.env)
}

function createEngine(server: Server, env: ServerOptions['env']): DatabaseEngine {
  let connected: Connected | null = null

  /** The current server, started if necessary. @throws EngineUnavailable */
  const reach = async (): Promise<Connected> => {
    const { target } = await server.connect()
    const { host, port } = target
    if (connected && connected.target.host === host && connected.target.port === port) return connected
    await connected?.admin.stop()
    const admin = createAdmin(target)
    try {
      const [row] = await admin.ask<{ version: string; me: string }>(
        'SELECT version() AS version, user() AS me',
      )
      const me = row?.me.slice(row.me.lastIndexOf('@') + 1) ?? ''
      const own = loopback.includes(me) ? loopback : [me]
      connected = { target, admin, version: row?.version ?? '', own }
      return connected
    } catch (error) {
      await admin.stop()
      // Only the operator can fix the portal's account.
      throw error instanceof EngineUnavailable ? error : new EngineUnavailable(sentence(error))
    }
  }
  const sentence = (error: unknown) =>
    `The MySQL server rejected the portal: ${error instanceof Error ? error.message : 'unknown'}`

  const check = async (): Promise<Health> => {
    if (!server.isRunning())
      return { isHealthy: server.problem() === null, version: null, message: server.problem() }
    try {
      const { admin, version } = await reach()
      await admin.ask('SELECT 1')
      return { isHealthy: true, version, message: null }
    } catch (error) {
      const message = await describeFailedCheck(error, { setting: 'DB_MYSQL', source: env.DB_MYSQL })
      return { isHealthy: false, version: null, message }
    }
  }

  const sql: SqlTools = {
    async open(credentials) {
      const { target, admin } = await reach()
      return openSession(target, credentials, async (thread, what) => {
        await admin.ending.ask(`KILL ${what} ${Number(thread)}`)
      })
    },
    quoteName,
    placeholder: () => '?',
    readTables,
    explain,
  }

  return {
    name: 'MySQL',
    mode: server.mode,
    ...(server.mode === 'remote' ? { limitation: 'Tested with MariaDB only.' } : {}),
    type: 'mysql',
    advice: null,
    remoteAccessProblem: server.remoteAccessProblem,
    sql,
    check,
    async stop() {
      await connected?.admin.stop()
      connected = null
      await server.stop()
    },
    connect: async () => (await server.connect()).endpoint,
    isTaken: async (names) => isTaken((await reach()).admin, names),
    async ensure(wanted) {
      const { admin, own } = await reach()
      await ensure(admin, own, wanted)
    },
    remove: async (names) => remove((await reach()).admin, names),
    async measure(databases) {
      const { admin, version } = await reach()
      return measure(admin, /mariadb/i.test(version), databases)
    },
    readSlow: async (database) => readSlow((await reach()).admin, database),
    dump: async ({ database }, signal) => dump(await reach(), database, signal),
    load: async (credentials, content, signal) =>
      load((await reach()).target, credentials, content, { signal, spool: newSpool(env.DATA_DIR) }),
    async replace(step) {
      const { target, own } = await reach()
      await replace(target, own[0] ?? '127.0.0.1', step)
    },
  }
}
