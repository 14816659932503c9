import { and, eq, isNotNull, ne } from 'drizzle-orm'
import { lockActiveService } from '#features/services/service.ts'
import type { Answered } from '#server/answers/answer-in.ts'
import { mutate } from '#server/answers/mutate.ts'
import type { CustomerContext } from '#server/context.ts'
import { withFolderLock } from '../service/folder-lock.ts'
import { settleLocked } from '../service/journal.ts'
import { findTrashed } from '../service/rows.ts'
import { purgeRows, removeBytes, type Trashed } from './purge.ts'

type Done = Answered<{ ok: true }>

const answerOk = (ctx: CustomerContext): Promise<Done> => mutate(ctx, async () => ({ ok: true as const }))

/** The caller's services with files in the trash, or the requested one. */
async function findServices(ctx: CustomerContext, serviceId: string | undefined): Promise<string[]> {
  if (serviceId !== undefined) return [serviceId]
  const { files, userServices } = ctx.store.t
  const rows = await ctx.store.read
    .selectDistinct({ id: files.serviceId })
    .from(files)
    .innerJoin(userServices, and(eq(userServices.userId, files.userId), eq(userServices.id, files.serviceId)))
    .where(
      and(eq(files.userId, ctx.user.id), isNotNull(files.deletedAt), ne(userServices.status, 'terminated')),
    )
  return rows.map(({ id }) => id)
}

/** Completes an interrupted change of the service's files first: it may be restoring a file. */
async function purgeSettled(ctx: CustomerContext, trashed: Trashed): Promise<void> {
  const { userId, serviceId } = trashed
  const ids = await withFolderLock(ctx, serviceId, async (lock) => {
    await settleLocked(ctx, { userId, serviceId }, lock)
    await ctx.store.tx((tx) => lockActiveService(tx, ctx, serviceId))
    return purgeRows(ctx, trashed)
  })
  await removeBytes(ctx, { serviceId, ids })
  ctx.events.publish({ userId, kind: 'file', id: trashed.id ?? serviceId, status: 'purged' })
}

/**
 * Empties the trash of the caller's services, or one of them, and frees its bytes.
 * @throws NOT_FOUND, WRONG_STATE or BUSY of a service: nothing is deleted then
 */
export async function emptyTrash(
  ctx: CustomerContext,
  { serviceId }: { serviceId?: string | undefined } = {},
): Promise<Done> {
  const services = (await findServices(ctx, serviceId)).sort()
  await ctx.store.tx(async (tx) => {
    for (const id of services) await lockActiveService(tx, ctx, id)
  })
  for (const id of services) await purgeSettled(ctx, { userId: ctx.user.id, serviceId: id })
  return answerOk(ctx)
}

/**
 * Deletes one entry of the caller's trash permanently, with its contents.
 * @throws NOT_FOUND unless it is in the trash, WRONG_STATE, BUSY
 */
export async function removeTrashed(ctx: CustomerContext, { id }: { id: string }): Promise<Done> {
  const { serviceId } = await findTrashed(ctx.store, { userId: ctx.user.id, id, now: ctx.now() })
  await purgeSettled(ctx, { userId: ctx.user.id, serviceId, id })
  return answerOk(ctx)
}
