import { eq } from 'drizzle-orm'
import { z } from 'zod'
import type { Deps, Kernel } from '#server/context.ts'
import type { Feature, Running } from '#server/feature.ts'
import { warnOf } from '#server/log.ts'
import { databaseTypes, typeNames } from './contract/rules.ts'
import { databaseOutput, exportInput } from './contract.ts'
import { serviceDatabases } from './copies/service-databases.ts'
import type { DatabaseEngines } from './drivers/database-engine.ts'
import { createOffEngine } from './drivers/off-engine.ts'
import { databasesHttp } from './http.ts'
import { databasesRouter } from './router.ts'
import { dumping, following, followingServices, measuring, sweeping, sweepingCopies } from './tasks.ts'
import { createDatabaseWork, type DatabaseWork } from './work/database-work.ts'
import { followServices } from './work/follow-services.ts'

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

function openEngines(_kernel: Kernel): DatabaseEngines {
  return {
    postgresql: createOffEngine('postgresql', 'Set DB_POSTGRES.'),
    mysql: createOffEngine('mysql', 'Install mariadb-server, or set DB_MYSQL.'),
    mongodb: createOffEngine('mongodb', 'Set DB_MONGODB.'),
  }
}

/** Engines of databases that exist are started at once: nobody's application waits for the first call. */
async function startEngines({ store, databaseEngines, log }: Deps): Promise<void> {
  const { databases: d } = store.t
  for (const type of databaseTypes) {
    const engine = databaseEngines[type]
    if (engine.mode === 'off') continue
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
  procedures: { databases: databasesRouter },
  open: (kernel) => ({
    databaseEngines: openEngines(kernel),
    databaseWork: createDatabaseWork(kernel),
    serviceDatabases,
  }),
  http: {
    routes: [
      // A large dump is prepared before its first byte leaves; the most that Bun allows.
      {
        method: 'GET',
        path: '/api/databases/:id/export',
        access: 'customer',
        idleSeconds: 255,
        description: {
          summary: 'Downloads a dump of a database, which can be imported again.',
          query: exportInput,
          answer: { type: 'application/octet-stream' },
          refusals: [404, 409, 422, 503],
        },
      },
      // Nothing is said while the engine works on what was sent; an upload that crawls is ended.
      {
        method: 'POST',
        path: '/api/databases/:id/import',
        access: 'customer',
        idleSeconds: 0,
        description: {
          summary: 'Puts a dump into a database: plain SQL, gzip, or PostgreSQL’s custom format.',
          form: z.object({ file: z.file() }),
          answer: { type: 'application/json', schema: databaseOutput },
          refusals: [404, 409, 415, 422, 503],
        },
      },
    ],
    mount: databasesHttp,
  },
  serve,
  async close({ databaseEngines, databaseWork }) {
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
} satisfies Feature
