import type { Health } from '#server/driver.ts'
import { newSpool } from '#server/sql/statement-spool.ts'
import { EngineUnavailable } from '#server/system/programs/engine-unavailable.ts'
import type { Credentials, DatabaseEngine, EngineNames, SqlTools } from '../../contract/database-engine.ts'
import { describeFailedCheck } from '../failed-check.ts'
import { createOffEngine } from '../off-engine.ts'
import { type Admin, openAdmin, type Target } from './admin.ts'
import { explain } from './explain.ts'
import { dump } from './export/dump.ts'
import { readDump } from './formats.ts'
import { load } from './load.ts'
import { measure, readSlow } from './measure.ts'
import { replace } from './replace.ts'
import { ensure, isTaken, remove, secure } from './rights.ts'
import { chooseServer, type ServerOptions } from './server/server.ts'
import { openSession } from './session.ts'
import { readTables } from './tables.ts'
import { createWatch, type Watch } from './watch/watch.ts'

type Reached = { admin: Admin; target: Target; watch: Watch }

const terminate = 'select pg_catalog.pg_terminate_backend($1)'

/** The PostgreSQL engine of DB_POSTGRES. It is started on first use. */
export function createPostgresEngine(options: ServerOptions): DatabaseEngine {
  const server = chooseServer(options)
  if ('advice' in server) return createOffEngine('postgresql', server)
  const { now, env, log } = options
  let reached: Reached | null = null
  let secured: Promise<void> | null = null
  let isStopped = false

  const open = (target: Target): Reached => {
    const admin = openAdmin(target)
    return { admin, target, watch: createWatch({ admin, target, log }) }
  }
  const reach = async (): Promise<Reached> => {
    if (isStopped) throw new EngineUnavailable('PostgreSQL is stopped.')
    const { target } = await server.connect()
    reached ??= open(target)
    secured ??= secure(reached.admin)
    try {
      await secured
    } catch (error) {
      secured = null
      throw error
    }
    return reached
  }
  const adminNow = async () => (await reach()).admin
  const endingNow = async () => (await adminNow()).ending
  const targetOf = async ({ database, user, password }: Credentials) => ({
    ...(await reach()).target,
    database,
    user,
    password,
  })
  const majorOf = async (connection: Admin) => {
    const [row] = await connection.ask<{ version: number }>(
      "select pg_catalog.current_setting('server_version_num')::pg_catalog.int4 / 10000 as version",
    )
    return row?.version ?? 0
  }
  const allow = async (names: EngineNames, addresses: readonly string[]) => {
    if (await server.allow(names, addresses))
      await (await adminNow()).ask('select pg_catalog.pg_reload_conf()')
  }

  const sql: SqlTools = {
    open: async (credentials) => openSession(await targetOf(credentials), endingNow),
    quoteName: (name) => `"${name.replaceAll('"', '""')}"`,
    placeholder: (index) => `$${index}`,
    readTables,
    explain,
  }

  return {
    name: 'postgresql',
    mode: server.mode,
    type: 'postgresql',
    sql,
    advice: null,
    remoteAccessProblem: server.remoteAccessProblem,
    async check(): Promise<Health> {
      const problem = server.problem()
      if (problem !== null) return { isHealthy: false, version: null, message: problem }
      // A check does not start an unused engine.
      if (!server.isRunning())
        return {
          isHealthy: reached === null,
          version: null,
          message: 'Starts with the first database.',
        }
      try {
        const connection = await adminNow()
        const [row] = await connection.ask<{ version: string }>(
          "select pg_catalog.current_setting('server_version') as version",
        )
        return { isHealthy: true, version: row?.version ?? null, message: null }
      } catch (error) {
        const message = await describeFailedCheck(error, { setting: 'DB_POSTGRES', source: env.DB_POSTGRES })
        return { isHealthy: false, version: null, message }
      }
    },
    async connect() {
      await reach()
      return (await server.connect()).endpoint
    },
    isTaken: async (names) => isTaken(await adminNow(), names),
    async ensure(wanted) {
      const { admin, watch } = await reach()
      await ensure(admin, wanted)
      if (wanted.endsSessions) await watch.keepOut(wanted)
      await allow(wanted, wanted.isOpen ? wanted.allow : [])
    },
    async remove(names) {
      await allow(names, [])
      await remove(await adminNow(), names)
    },
    measure: async (databases) => measure(await adminNow(), databases),
    readSlow: async (database) => readSlow(await adminNow(), database),
    async dump(names, signal) {
      const { admin, target } = await reach()
      return dump(admin, target, names, { major: await majorOf(admin), now: now(), signal })
    },
    async load(credentials, content, signal) {
      const target = await targetOf(credentials)
      return load(target, readDump(content), {
        signal,
        spool: newSpool(env.DATA_DIR),
        terminate: async (pid) => (await endingNow()).ask(terminate, [pid]),
      })
    },
    replace: async (step) => replace(await adminNow(), step),
    async stop() {
      isStopped = true
      reached?.watch.stop()
      await reached?.admin.close()
      await server.stop()
    },
  }
}
