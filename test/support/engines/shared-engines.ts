import type { EngineUnderTest } from '#test/support/engines/engine-under-test.ts'
import { startMariaDb } from '#test/support/engines/mariadb.ts'
import { startPostgres } from '#test/support/engines/postgresql.ts'
import { openOnce } from '#test/support/open-once.ts'
import { until } from '#test/support/until.ts'

/** An engine for tests that do not kill it. Closing a portal with it leaves it running. */
export type SharedEngine = Pick<EngineUnderTest, 'engine' | 'sql' | 'dialect'>

async function share(name: string, start: () => Promise<EngineUnderTest>): Promise<SharedEngine> {
  const { engine, sql, dialect } = await openOnce(name, {
    open: start,
    close: ({ stop }) => stop(),
    // It restarts automatically.
    isAlive: () => true,
  })
  await until(`a ${name}`, () => engine.connect().catch(() => null))
  return { engine: { ...engine, stop: async () => {} }, sql, dialect }
}

/** A PostgreSQL for the test files of this process. */
export const sharedPostgres = (): Promise<SharedEngine> =>
  share('PostgreSQL for databases', startPostgres({ DB_POSTGRES: 'embedded' }))

/** A MariaDB for the test files of this process. */
export const sharedMariaDb = (): Promise<SharedEngine> => share('MariaDB for databases', startMariaDb)
