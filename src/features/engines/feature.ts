import { join } from 'node:path'
import type { Kernel } from '#server/context.ts'
import type { Feature } from '#server/feature.ts'
import type { Env } from '#server/settings.ts'
import { endLeftEngine } from '#server/system/programs/engine-process.ts'
import type { DatabaseEngines } from './contract/database-engine.ts'
import { databaseTypes, typeNames } from './contract/kinds.ts'
import { createMongoEngine } from './drivers/mongodb/mongodb.ts'
import { createMysqlEngine } from './drivers/mysql/mysql.ts'
import { createPostgresEngine } from './drivers/postgresql/engine.ts'
import { retryWhileOff } from './drivers/retry-while-off.ts'
import { enginesProcedures } from './router.ts'
import { settings } from './settings.ts'

declare module '#server/context.ts' {
  interface Deps {
    /** The database engines of customers' databases. */
    databaseEngines: DatabaseEngines
  }
}

function openEngines({ env, now, log }: Kernel): DatabaseEngines {
  const postgresql = retryWhileOff(() => createPostgresEngine({ env, now, log }), now)
  const mysql = retryWhileOff(() => createMysqlEngine({ env, now, log }), now)
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

/** Engines that the portal runs, with the signal that stops each without waiting for clients. */
const programs = [
  { name: 'PostgreSQL', folder: 'postgresql', signal: 'SIGINT' },
  { name: 'MariaDB', folder: 'mysql', signal: 'SIGTERM' },
] as const

async function endLeft({ DATA_DIR }: Env): Promise<string[]> {
  const ended = programs.map(async ({ name, folder, signal }) =>
    (await endLeftEngine(join(DATA_DIR, 'engines', folder), signal)) ? [name] : [],
  )
  return (await Promise.all(ended)).flat()
}

export const engines = {
  name: 'engines',
  settings,
  procedures: { databases: enginesProcedures },
  open: (kernel) => ({ databaseEngines: openEngines(kernel) }),
  endLeft,
  async close({ databaseEngines }) {
    await Promise.all(databaseTypes.map((type) => databaseEngines[type].stop?.()))
  },
  drivers: ({ databaseEngines }) =>
    databaseTypes.map((type) => ({ area: typeNames[type], driver: databaseEngines[type] })),
} satisfies Feature
