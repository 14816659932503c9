import { and, eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { Tx } from '#db/types.ts'
import { typeNames } from '#features/engines/contract/kinds.ts'
import { lockActiveService, type OwnService } from '#features/services/service.ts'
import type { Answered } from '#server/answers/answer-in.ts'
import { mutate } from '#server/answers/mutate.ts'
import type { CustomerContext } from '#server/context.ts'
import { DomainError, limitReached } from '#shared/errors.ts'
import type { Answer } from '#shared/schema.ts'
import { countText } from '#shared/text/count-text.ts'
import type { createDatabaseInput, databaseOutput } from '../contract/contract.ts'
import { auditDatabase } from '../rows/audit-database.ts'
import { type DatabaseRow, passwordContext } from '../rows/database-rows.ts'
import { publishDatabase } from '../rows/revision.ts'
import { answerSettled } from './answer-settled.ts'
import { insertDatabase } from './insert.ts'
import { readDatabase } from './list.ts'

type DatabaseNames = Pick<DatabaseRow, 'dbName' | 'dbType' | 'dbUser'>

const conflict = (field: 'dbName' | 'dbUser', message: string): DomainError =>
  new DomainError('CONFLICT', message, { fields: { [field]: message } })

/**
 * Asserts that the locked service has room for one more database, and that both names are free. Comparison ignores case, as some
 * engines do.
 * @throws LIMIT_REACHED by the plan, CONFLICT
 */
export async function assertFree(
  tx: Tx,
  service: Pick<OwnService, 'id' | 'userId' | 'limits'>,
  names: DatabaseNames,
): Promise<void> {
  const { databases: d } = tx.t
  const all = await tx
    .select({ dbName: d.dbName, dbType: d.dbType, dbUser: d.dbUser })
    .from(d)
    .where(and(eq(d.userId, service.userId), eq(d.serviceId, service.id)))
  const { databases: limit } = service.limits
  if (all.length >= limit)
    throw limitReached(
      limit === 0
        ? 'This plan has no databases.'
        : `This plan has ${countText(limit, 'database')}. Delete one first, or choose a larger plan.`,
      { limit, used: all.length },
    )
  const same = all.filter(({ dbType }) => dbType === names.dbType)
  const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()
  const type = typeNames[names.dbType]
  if (same.some(({ dbName }) => isSame(dbName, names.dbName)))
    throw conflict('dbName', `This service already has a ${type} database named ${names.dbName}.`)
  if (same.some(({ dbUser }) => isSame(dbUser, names.dbUser)))
    throw conflict('dbUser', `This service already has a ${type} user named ${names.dbUser}.`)
}

/**
 * Creates a database; its engine has it within two seconds, or as soon as the engine is available.
 * @throws NOT_FOUND and WRONG_STATE of the service, BUSY, LIMIT_REACHED by the plan, CONFLICT when a name is in use
 */
export async function createDatabase(
  ctx: CustomerContext,
  { serviceId, dbPassword, ...names }: z.output<typeof createDatabaseInput>,
): Promise<Answered<Answer<typeof databaseOutput>>> {
  const id = Bun.randomUUIDv7()
  const created = await mutate(ctx, async (tx) => {
    const service = await lockActiveService(tx, ctx, serviceId)
    await assertFree(tx, service, names)
    const own = { id, userId: ctx.user.id, serviceId: service.id }
    const sealed = ctx.secrets.seal(dbPassword, passwordContext(id))
    const row = await insertDatabase(tx, { ...names, ...own, dbPassword: sealed }, ctx.now())
    publishDatabase(tx, ctx, row, 'pending')
    await auditDatabase(tx, ctx, { action: 'database.create', row, details: { dbUser: names.dbUser } })
    return readDatabase(tx, ctx, id)
  })
  return answerSettled(ctx, created)
}
