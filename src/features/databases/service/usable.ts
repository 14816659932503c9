import { and, eq } from 'drizzle-orm'
import type { DatabaseEngine } from '#features/engines/contract/database-engine.ts'
import { notConnected } from '#features/engines/service/engines.ts'
import type { CustomerContext } from '#server/context.ts'
import { DomainError } from '#shared/errors.ts'
import { type DatabaseRow, findDatabase } from '../rows/database-rows.ts'

const notYet = 'This database is not ready yet. Try again when it is active.'

/**
 * One of the caller's databases that exists in its engine. @throws NOT_FOUND, WRONG_STATE when it does not exist yet, or without
 * an engine
 */
export async function findCreated(
  ctx: CustomerContext,
  id: string,
): Promise<{ row: DatabaseRow; engine: DatabaseEngine }> {
  const row = await findDatabase(ctx, id)
  const engine = ctx.databaseEngines[row.dbType]
  const missing = notConnected(engine)
  if (missing !== null) throw new DomainError('WRONG_STATE', missing)
  if (row.appliedRevision === 0) throw new DomainError('WRONG_STATE', row.reason ?? notYet)
  return { row, engine }
}

/** The same for writing: open, and not about to be replaced. @throws as `findCreated`, BUSY */
export async function findWritable(
  ctx: CustomerContext,
  id: string,
): Promise<{ row: DatabaseRow; engine: DatabaseEngine }> {
  const made = await findCreated(ctx, id)
  const { isOpen, userId, serviceId } = made.row
  if (!isOpen) throw new DomainError('WRONG_STATE', 'The service is not running.')
  const { userServices: s } = ctx.store.t
  const [service] = await ctx.store.read
    .select({ busy: s.busy })
    .from(s)
    .where(and(eq(s.userId, userId), eq(s.id, serviceId)))
  if (service?.busy)
    throw new DomainError('BUSY', 'This service is being restored. Try again when it is done.')
  return made
}
