import type { Kernel } from '#server/context.ts'
import type { Feature } from '#server/feature.ts'
import { databaseTypes, typeNames } from './contract/rules.ts'
import { serviceDatabases } from './copies/service-databases.ts'
import type { DatabaseEngines } from './drivers/database-engine.ts'
import { createOffEngine } from './drivers/off-engine.ts'
import { databasesRouter } from './router.ts'
import { following, sweepingCopies } from './tasks.ts'
import { createDatabaseWork, type DatabaseWork } from './work/database-work.ts'

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

export const databases = {
  name: 'databases',
  procedures: { databases: databasesRouter },
  open: (kernel) => ({
    databaseEngines: openEngines(kernel),
    databaseWork: createDatabaseWork(kernel),
    serviceDatabases,
  }),
  async close({ databaseEngines, databaseWork }) {
    await databaseWork.end()
    await Promise.all(databaseTypes.map((type) => databaseEngines[type].stop?.()))
  },
  // Neither a slow engine nor a large dump keeps other work waiting.
  work: { databases: { tasks: [following] }, 'database-copies': { tasks: [sweepingCopies] } },
  drivers: ({ databaseEngines }) =>
    databaseTypes.map((type) => ({ area: typeNames[type], driver: databaseEngines[type] })),
  live: { database: 'owner' },
} satisfies Feature
