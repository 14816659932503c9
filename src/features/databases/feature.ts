import { eq } from 'drizzle-orm'
import { databaseTypes } from '#features/engines/contract/kinds.ts'
import type { Deps } from '#server/context.ts'
import type { Feature, Running } from '#server/feature.ts'
import { warnOf } from '#server/log.ts'
import { listDatabaseActivity, listedActions } from './activity.ts'
import { serviceDatabases } from './copies/service-databases.ts'
import { data } from './data.ts'
import { exports } from './exports.ts'
import { databasesHttp } from './http/http.ts'
import { databaseRoutes } from './http/routes.ts'
import { invariants } from './invariants.ts'
import { databasesProcedures } from './router.ts'
import { dumping, following, followingServices, measuring, sweeping, sweepingCopies } from './tasks.ts'
import { createDatabaseWork, type DatabaseWork } from './worker/database-work.ts'
import { followServices } from './worker/follow-services.ts'

declare module '#server/context.ts' {
  interface Deps {
    databaseWork: DatabaseWork
  }
}

declare module '#server/events.ts' {
  interface LiveKinds {
    database: true
  }
}

/** Engines that have databases start at boot, so that the first connection of an application is not slow. */
async function startEngines({ store, databaseEngines, log }: Deps): Promise<void> {
  const { databases: d } = store.t
  for (const type of databaseTypes) {
    const engine = databaseEngines[type]
    if (engine.mode === 'off') {
      const { isHealthy, message } = await engine.check()
      if (!isHealthy) log.warn('the configured database engine is not available', { type, advice: message })
      continue
    }
    const [row] = await store.read.select({ id: d.id }).from(d).where(eq(d.dbType, type)).limit(1)
    if (row)
      engine.connect().catch((error) => warnOf(log, 'a database engine did not start', error, { type }))
  }
}

/** Reconciles databases with their rows and services. */
async function serve(deps: Deps): Promise<Running> {
  await startEngines(deps)
  const close = followServices(deps)
  return { stop: async () => close() }
}

export const databases = {
  name: 'databases',
  procedures: { databases: databasesProcedures },
  open: (kernel) => ({
    databaseWork: createDatabaseWork(kernel),
    serviceDatabases,
  }),
  http: {
    routes: databaseRoutes,
    mount: databasesHttp,
  },
  serve,
  close: ({ databaseWork }) => databaseWork.end(),
  // Separate workers, so that a slow engine or a large dump does not delay other work.
  work: {
    databases: { tasks: [following, followingServices] },
    'database-dumps': { tasks: [dumping] },
    'database-care': { tasks: [measuring, sweeping, sweepingCopies] },
  },
  live: { database: 'owner' },
  sharedLive: { database: { kind: 'database', from: 'viewer' } },
  activity: [{ kind: 'database', actions: listedActions, list: listDatabaseActivity }],
  data,
  invariants,
  exports,
} satisfies Feature
