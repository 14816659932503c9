import { z } from 'zod'
import { exampleId } from '#server/trpc/procedure-meta.ts'
import { activeCustomer, customer, router } from '#server/trpc/trpc.ts'
import { byId, ok } from '#shared/schema.ts'
import {
  changePasswordInput,
  createDatabaseInput,
  databaseDumpOutput,
  databaseOutput,
  listDatabasesInput,
  listDumpsInput,
  setAccessInput,
  usageOutput,
} from './contract/contract.ts'
import { changePassword } from './service/change-password.ts'
import { createDatabase } from './service/create.ts'
import { listDatabases, listDumps } from './service/list.ts'
import { recreateDatabase } from './service/recreate.ts'
import { removeDatabase } from './service/remove.ts'
import { restoreDump } from './service/restore-dump.ts'
import { setAccess } from './service/set-access.ts'
import { readUsage } from './service/usage.ts'

export const databasesProcedures = {
  list: customer
    .meta({
      shared: { from: 'viewer', by: { serviceId: 'service' } },
      rest: ['GET /api/databases', 'GET /api/databases/:serviceId'],
      summary: 'Lists your databases, newest first.',
    })
    .input(listDatabasesInput)
    .output(z.array(databaseOutput))
    .query(({ ctx, input }) => listDatabases(ctx, input)),
  create: activeCustomer
    .meta({
      shared: { from: 'developer', by: { serviceId: 'service' } },
      rest: 'POST /api/databases',
      summary: 'Creates a database with its own user.',
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
      summary: 'Deletes a database, whose dump can be restored for seven days.',
    })
    .input(byId)
    .output(ok)
    .mutation(({ ctx, input }) => removeDatabase(ctx, input)),
  changePassword: customer
    .meta({
      shared: { from: 'developer', by: { id: 'database' } },
      rest: 'POST /api/databases/:id/password',
      summary: 'Changes the password of a database user.',
      example: { password: 'correct horse battery' },
      idempotent: false,
    })
    .input(changePasswordInput)
    .output(databaseOutput)
    .mutation(({ ctx, input }) => changePassword(ctx, input)),
  setAccess: customer
    .meta({
      shared: { from: 'developer', by: { id: 'database' } },
      rest: 'PUT /api/databases/:id/access',
      summary: 'Sets which external addresses may connect to a database.',
      example: { allow: ['203.0.113.7', '198.51.100.0/24'] },
    })
    .input(setAccessInput)
    .output(databaseOutput)
    .mutation(({ ctx, input }) => setAccess(ctx, input)),
  recreate: customer
    .meta({
      shared: { from: 'developer', by: { id: 'database' } },
      rest: 'POST /api/databases/:id/recreate',
      summary: 'Recreates an empty database that its server no longer has.',
    })
    .input(byId)
    .output(databaseOutput)
    .mutation(({ ctx, input }) => recreateDatabase(ctx, input)),
  usage: customer
    .meta({
      shared: { from: 'viewer', by: { id: 'database' } },
      rest: 'GET /api/databases/:id/usage',
      summary: 'Shows the size of a database over time, its connections and slow queries.',
    })
    .input(byId)
    .output(usageOutput)
    .query(({ ctx, input }) => readUsage(ctx, input)),
  dumps: router({
    list: customer
      .meta({
        shared: { from: 'viewer', by: {} },
        rest: 'GET /api/databases/dumps',
        summary: 'Lists your deleted databases that can be restored, most recently deleted first.',
      })
      .input(listDumpsInput)
      .output(z.array(databaseDumpOutput))
      .query(({ ctx, input }) => listDumps(ctx, input)),
    restore: customer
      .meta({
        shared: { from: 'developer', by: { id: 'dump' } },
        rest: 'POST /api/databases/dumps/:id/restore',
        summary: 'Restores a deleted database from its dump.',
      })
      .input(byId)
      .output(databaseOutput)
      .mutation(({ ctx, input }) => restoreDump(ctx, input)),
  }),
}
