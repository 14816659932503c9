import type { Feature } from '#server/feature.ts'
import { exports } from './exports.ts'
import { createConsole } from './http/console-slots.ts'
import { consoleRouter } from './router.ts'

export const databaseConsole = {
  name: 'console',
  procedures: { databases: { sql: consoleRouter } },
  open: (kernel) => ({ databaseConsole: createConsole(kernel) }),
  async close({ databaseConsole }) {
    databaseConsole.close()
  },
  exports,
} satisfies Feature
