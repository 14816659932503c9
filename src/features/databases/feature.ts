import { eq } from 'drizzle-orm'
import type { Deps, Kernel } from '#server/context.ts'
import type { Feature, Running } from '#server/feature.ts'
import { warnOf } from '#server/log.ts'
import { listDatabaseActivity, listedActions } from './activity.ts'
import { databaseTypes, typeNames } from './contract/rules.ts'
import { serviceDatabases } from './copies/service-databases.ts'
import { data } from './data.ts'
import type { DatabaseEngines } from './drivers/database-engine.ts'
import { lookAgain } from './drivers/look-again.ts'
import { createMongoEngine } from './drivers/mongodb/mongodb.ts'
import { createMysqlEngine } from './drivers/mysql/mysql.ts'
import { createPostgresEngine } from './drivers/postgresql/engine.ts'
import { exports } from './exports.ts'
import { createConsole } from './http/console-slots.ts'
import { databaseRoutes } from './http/routes.ts'
import { databasesHttp } from './http.ts'
import { invariants } from './invariants.ts'
import { databasesRouter } from './router.ts'
import { settings } from './settings.ts'
import { dumping, following, followingServices, measuring, sweeping, sweepingCopies } from './tasks.ts'
import { createDatabaseWork, type DatabaseWork } from './worker/database-work.ts'
import { followServices } from './worker/follow-services.ts'

declare module '#server/context.ts' {
  interface Deps {
    /** The database servers that customers' databases are in. */
    databaseEngines: DatabaseEngines
    databaseWork: DatabaseWork
  }
}

declare module '#server/events.ts' {
  interface LiveKinds {
    database: true
  }
}

function openEngines({ env, now, log }: Kernel): DatabaseEngines {
  const postgresql = lookAgain(() => createPostgresEngine({ env, now, log }), now)
  const mysql = lookAgain(() => createMysqlEngine({ env, now, log }), now)
  const mongodb = createMongoEngine({ env })
  return {
    get postgresql() {
      return postgresql()
    },
    get mysql() {
      return mysql()
    },
    mongodb,
  }
}

/** Engines of databases that exist are started at once: nobody's application waits for the first call. */
async function startEngines({ store, databaseEngines, log }: Deps): Promise<void> {
  const { databases: d } = store.t
  for (const type of databaseTypes) {
    const engine = databaseEngines[type]
    if (engine.mode === 'off') {
      const { isHealthy, message } = await engine.check()
      if (!isHealthy) log.warn('the database engine that is set is not here', { type, advice: message })
      continue
    }
    const [row] = await store.read.select({ id: d.id }).from(d).where(eq(d.dbType, type)).limit(1)
    if (row)
      engine.connect().catch((error) => warnOf(log, 'a database engine did not start', error, { type }))
  }
}

/** Databases are kept as their rows and services say. */
async function serve(deps: Deps): Promise<Running> {
  await startEngines(deps)
  const close = followServices(deps)
  return { stop: async () => close() }
}

export const databases = {
  name: 'databases',
  settings,
  procedures: { databases: databasesRouter },
  open: (kernel) => ({
    databaseEngines: openEngines(kernel),
    databaseWork: createDatabaseWork(kernel),
    serviceDatabases,
    databaseConsole: createConsole(kernel),
  }),
  http: {
    routes: databaseRoutes,
    mount: databasesHttp,
  },
  serve,
  async close({ databaseConsole, databaseEngines, databaseWork }) {
    databaseConsole.close()
    await databaseWork.end()
    await Promise.all(databaseTypes.map((type) => databaseEngines[type].stop?.()))
  },
  // Neither a slow engine nor a large dump keeps other work waiting.
  work: {
    databases: { tasks: [following, followingServices] },
    'database-dumps': { tasks: [dumping] },
    'database-care': { tasks: [measuring, sweeping, sweepingCopies] },
  },
  drivers: ({ databaseEngines }) =>
    databaseTypes.map((type) => ({ area: typeNames[type], driver: databaseEngines[type] })),
  live: { database: 'owner' },
  activity: [{ kind: 'database', actions: listedActions, list: listDatabaseActivity }],
  data,
  invariants,
  exports,
} satisfies Feature
