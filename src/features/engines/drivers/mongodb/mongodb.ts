import { resolveSrv } from 'node:dns/promises'
import type { MongoClient } from 'mongodb'
import type { Health } from '#server/driver.ts'
import type { Env } from '#server/settings.ts'
import type { LookupOptions } from '#server/system/host-lookup.ts'
import { EngineRefused } from '#server/system/programs/engine-refused.ts'
import { EngineUnavailable } from '#server/system/programs/engine-unavailable.ts'
import { second } from '#shared/time.ts'
import type { DatabaseEngine, DesiredDatabase, EngineNames, Usage } from '../../contract/database-engine.ts'
import { describeFailedCheck } from '../failed-check.ts'
import { createOffEngine } from '../off-engine.ts'

export type MongoOptions = { env: Pick<Env, 'DB_MONGODB'> }

const advice = 'Set DB_MONGODB to the address of a server, as in mongodb://admin:password@db.example.org.'
const limitation = 'Not tested with a real MongoDB. Databases cannot be dumped or restored.'
const noDumps =
  'MongoDB databases cannot be exported, imported or restored here. Use mongodump and mongorestore.'
const remoteProblem = 'The MongoDB server is managed externally. Allowed addresses are set there.'
const notAnswering = 'The MongoDB server does not answer.'
const serverMs = 5 * second
const idleMs = 10 * second

// Server error codes.
const [userNotFound, userExists] = [11, 51_003]
const refusalsOfThePortal = [13, 18]

// Loaded lazily: most portals have no such server and start without it.
const loadLibrary = () => import('mongodb')
type Library = Awaited<ReturnType<typeof loadLibrary>>

const codeOf = (error: unknown): unknown =>
  error instanceof Error && 'code' in error ? error.code : undefined

function toEngineError(
  error: unknown,
  { MongoError, MongoServerError }: Library,
): EngineRefused | EngineUnavailable {
  if (error instanceof MongoServerError && refusalsOfThePortal.includes(Number(error.code)))
    return new EngineUnavailable(`The MongoDB server rejected the portal: ${error.message}`, { cause: error })
  if (error instanceof MongoServerError) return new EngineRefused(error.message)
  // DNS errors of a `mongodb+srv` lookup come unwrapped.
  if (error instanceof MongoError || (error instanceof Error && 'syscall' in error))
    return new EngineUnavailable(notAnswering, { cause: error })
  throw error
}

const refuseDumps = () => Promise.reject(new EngineRefused(noDumps))

/** A user's roles: its own database, and none while that is closed. */
const rolesOf = ({ database, isOpen }: DesiredDatabase) =>
  isOpen ? [{ role: 'readWrite', db: database }] : []

/** The address with a server selection timeout, unless it has one. */
function withPatience(address: URL): string {
  const url = new URL(address)
  const name = 'serverSelectionTimeoutMS'
  if (!url.searchParams.has(name)) url.searchParams.set(name, String(serverMs))
  if (url.pathname === '') url.pathname = '/'
  return url.href
}

/** A `mongodb+srv` name refers to servers and need not have an address record. */
const lookUpOptionsOf = ({ protocol }: URL): LookupOptions =>
  protocol === 'mongodb+srv:' ? { lookUp: (host) => resolveSrv(`_mongodb._tcp.${host}`) } : {}

/** MongoDB databases in an external server; each user is stored in its own database, as `authSource` says. */
export function createMongoEngine({ env }: MongoOptions): DatabaseEngine {
  const address = env.DB_MONGODB
  if (!(address instanceof URL)) return createOffEngine('mongodb', { advice })
  const endpoint = { host: address.hostname, port: Number(address.port || 27_017) }
  let client: MongoClient | null = null

  const run = async <T>(work: (client: MongoClient) => Promise<T>): Promise<T> => {
    const library = await loadLibrary()
    client ??= new library.MongoClient(withPatience(address), {
      maxPoolSize: 2,
      maxIdleTimeMS: idleMs,
      connectTimeoutMS: serverMs,
      socketTimeoutMS: 6 * serverMs,
    })
    try {
      return await work(client)
    } catch (error) {
      throw toEngineError(error, library)
    }
  }

  const hasUser = async (on: MongoClient, { database, user }: EngineNames): Promise<boolean> => {
    const { users } = await on.db(database).command({ usersInfo: user })
    return users.length > 0
  }

  const namesOf = async (on: MongoClient, database?: string): Promise<string[]> => {
    const { databases } = await on
      .db('admin')
      .command({ listDatabases: 1, nameOnly: true, ...(database ? { filter: { name: database } } : {}) })
    return databases.map(({ name }: { name: string }) => name)
  }

  const check = async (): Promise<Health> => {
    try {
      const version = await run(
        async (on) => (await on.db('admin').command({ buildInfo: 1 })).version as string,
      )
      return { isHealthy: true, version, message: null }
    } catch (error) {
      const from = { setting: 'DB_MONGODB', source: address }
      const message = await describeFailedCheck(error, from, lookUpOptionsOf(address))
      return { isHealthy: false, version: null, message }
    }
  }

  /** Open sessions keep their rights, so they are ended. */
  const endSessions = (on: MongoClient, { database, user }: EngineNames) =>
    on.db('admin').command({ killAllSessions: [{ user, db: database }] })

  return {
    name: 'MongoDB',
    mode: 'remote',
    limitation,
    type: 'mongodb',
    advice: null,
    remoteAccessProblem: remoteProblem,
    check,
    async stop() {
      await client?.close()
      client = null
    },
    async connect() {
      await run((on) => on.db('admin').command({ ping: 1 }))
      return endpoint
    },
    isTaken: (names) =>
      run(async (on) => (await namesOf(on, names.database)).length > 0 || (await hasUser(on, names))),
    ensure: (wanted) =>
      run(async (on) => {
        const { database, user, password } = wanted
        const facts = { pwd: password, roles: rolesOf(wanted) }
        const db = on.db(database)
        try {
          await db.command({ updateUser: user, ...facts })
        } catch (error) {
          if (codeOf(error) !== userNotFound) throw error
          await db.command({ createUser: user, ...facts }).catch((late: unknown) => {
            if (codeOf(late) !== userExists) throw late
          })
        }
        if (!wanted.isOpen || wanted.endsSessions) await endSessions(on, wanted)
      }),
    remove: (names) =>
      run(async (on) => {
        const db = on.db(names.database)
        await db.command({ dropUser: names.user }).catch((error: unknown) => {
          if (codeOf(error) !== userNotFound) throw error
        })
        await endSessions(on, names)
        await db.dropDatabase()
      }),
    measure: (databases) =>
      run(async (on) => {
        const found = new Map<string, Usage>()
        for (const name of databases) {
          // A database without documents exists only through its user.
          const { users } = await on.db(name).command({ usersInfo: 1 })
          const { dataSize, indexSize } = await on.db(name).command({ dbStats: 1 })
          const bytes = Number(dataSize) + Number(indexSize)
          if (users.length > 0 || bytes > 0) found.set(name, { bytes, connections: 0 })
        }
        return found
      }),
    readSlow: async () => null,
    dump: refuseDumps,
    load: refuseDumps,
    replace: refuseDumps,
  }
}
