import { z } from 'zod'
import { exampleId } from '#server/procedure-meta.ts'
import { activeCustomer, customer, router } from '#server/trpc.ts'
import { byId, ok } from '#shared/schema.ts'
import { consoleRouter } from './console/router.ts'
import { createDatabaseInput, databaseOutput, engineOutput, listDatabasesInput } from './contract.ts'
import { createDatabase } from './service/create.ts'
import { listEngines } from './service/engines.ts'
import { listDatabases } from './service/list.ts'
import { removeDatabase } from './service/remove.ts'

export const databasesRouter = router({
  list: customer
    .meta({
      rest: ['GET /api/databases', 'GET /api/databases/:serviceId'],
      summary: 'Lists your databases, newest first.',
    })
    .input(listDatabasesInput)
    .output(z.array(databaseOutput))
    .query(({ ctx, input }) => listDatabases(ctx, input)),
  engines: customer
    .meta({
      rest: 'GET /api/databases/engines',
      summary: 'Lists the kinds of databases, and which are connected.',
    })
    .output(z.array(engineOutput))
    .query(({ ctx }) => listEngines(ctx)),
  create: activeCustomer
    .meta({
      rest: 'POST /api/databases',
      summary: 'Creates a database with a user of its own.',
      example: {
        serviceId: exampleId,
        dbName: 'shop',
        dbUser: 'shop',
        dbPassword: 'correct horse battery',
        dbType: 'postgresql',
      },
      status: 201,
    })
    .input(createDatabaseInput)
    .output(databaseOutput)
    .mutation(({ ctx, input }) => createDatabase(ctx, input)),
  remove: customer
    .meta({
      rest: 'DELETE /api/databases/:id',
      summary: 'Deletes a database, of which a dump is kept for seven days.',
    })
    .input(byId)
    .output(ok)
    .mutation(({ ctx, input }) => removeDatabase(ctx, input)),
  console: consoleRouter,
})
