import { existsSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { SqlTools } from '#features/engines/contract/database-engine.ts'
import { createMysqlEngine } from '#features/engines/drivers/mysql/mysql.ts'
import { mariadb } from '../../../scripts/testing/tools.ts'
import { makeTestFolder } from '../folders.ts'
import { required } from '../required.ts'
import { until } from '../until.ts'
import { mysqlDialect } from './dialect-mysql.ts'
import type { EngineUnderTest } from './engine-under-test.ts'
import { bringBack, moveDataAway } from './fixtures.ts'

/** Whether tests that need MariaDB can run; they must where REQUIRE_DRIVERS names it. */
export const hasMariaDb = mariadb.find() !== null || required.includes('mariadb')
if (!hasMariaDb) console.log('tests with MariaDB are skipped: apt-get install mariadb-server')

const log = { info() {}, warn() {} }

type Options = Parameters<typeof createMysqlEngine>[0]['env']

/** The settings of a portal whose MariaDB is on a free port. */
export const mariadbEnv = (dataDir: string, settings: Partial<Options> = {}): Options => ({
  DATA_DIR: dataDir,
  SHARED_DATA: false,
  DB_MYSQL: 'managed',
  DB_MYSQL_PORT: 'auto',
  DB_PUBLIC_HOST: undefined,
  ...settings,
})

export const openMysql = (env: Options) => createMysqlEngine({ env, now: () => new Date(), log })

/** The process id of the server on a data folder. */
export const mariadbPid = async (dataDir: string): Promise<number> =>
  Number.parseInt(await readFile(join(dataDir, 'engines', 'mysql', 'process'), 'utf8'), 10)

/** A MariaDB run by a portal, in a folder of its own. */
export async function startMariaDb(
  settings: Record<string, string> = {},
): Promise<EngineUnderTest & { dataDir: string }> {
  const dataDir = makeTestFolder()
  const engine = openMysql(mariadbEnv(dataDir, settings))
  const data = join(dataDir, 'engines', 'mysql', 'data')
  await engine.connect()
  return {
    engine,
    sql: engine.sql as SqlTools,
    dialect: mysqlDialect,
    dataDir,
    async kill() {
      moveDataAway(data)
      const pid = await mariadbPid(dataDir)
      process.kill(pid, 'SIGKILL')
      await until('its end', () => !existsSync(`/proc/${pid}`))
    },
    back: async () => bringBack(data),
    async stop() {
      await engine.stop?.()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** The same server by its address, as an operator connects one. */
export async function startRemoteMariaDb(): Promise<EngineUnderTest> {
  const own = await startMariaDb()
  const { port } = await own.engine.connect()
  const password = await readFile(join(own.dataDir, 'engines', 'mysql', 'admin'), 'utf8')
  const address = new URL(`mysql://portal_admin:${password}@127.0.0.1:${port}`)
  const engine = openMysql(mariadbEnv('/nowhere', { DB_MYSQL: address }))
  return {
    ...own,
    engine,
    sql: engine.sql as SqlTools,
    async stop() {
      await engine.stop?.()
      await own.stop()
    },
  }
}
