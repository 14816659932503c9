import { and, eq } from 'drizzle-orm'
import { type DatabaseRow, isDatabase } from '#features/databases/rows/database-rows.ts'
import type { SqlTools } from '#features/engines/contract/database-engine.ts'
import { typeNames } from '#features/engines/contract/kinds.ts'
import type { CustomerContext } from '#server/context.ts'
import { DomainError, only } from '#shared/errors.ts'

/** @throws NOT_FOUND when it is missing or another user's */
async function findOwn(ctx: CustomerContext, id: string) {
  const { databases, userServices } = ctx.store.t
  const ofService = and(eq(userServices.userId, databases.userId), eq(userServices.id, databases.serviceId))
  const rows = await ctx.store.read
    .select({ database: databases, status: userServices.status, busy: userServices.busy })
    .from(databases)
    .innerJoin(userServices, ofService)
    .where(isDatabase(ctx.store.t, { userId: ctx.user.id, id }))
  return only(rows, 'This database')
}

const closed = new Set(['suspended', 'terminated'])

const wrongState = (message: string) => new DomainError('WRONG_STATE', message)

type Open = { database: DatabaseRow; sql: SqlTools }

/**
 * The caller's database, ready for statements.
 * @throws NOT_FOUND, WRONG_STATE with a reason while nothing can run in it, BUSY while its service is being restored
 */
export async function findOpenDatabase(ctx: CustomerContext, id: string): Promise<Open> {
  const { database, status, busy } = await findOwn(ctx, id)
  if (!database.isOpen || closed.has(status))
    throw wrongState('No connections are accepted while the service is suspended.')
  if (busy) throw new DomainError('BUSY', 'This service is being restored. Try again when it is done.')
  const engine = ctx.databaseEngines[database.dbType]
  if (engine.mode === 'off') throw wrongState(`${typeNames[database.dbType]} is not available here.`)
  if (!engine.sql) throw wrongState(`${typeNames[database.dbType]} does not use SQL, so it has no console.`)
  if (database.appliedRevision === 0)
    throw wrongState(database.reason ?? 'This database is still being created. Try again in a moment.')
  return { database, sql: engine.sql }
}
