import { and, count, eq, isNotNull, ne, sum } from 'drizzle-orm'
import { assertOwnService } from '#features/services/service.ts'
import type { CustomerContext } from '#server/context.ts'
import type { Answer } from '#shared/schema.ts'
import type { trashTotalsOutput } from '../contract/contract.ts'

/** Counts files, folders and bytes in the trash of the caller's services, or of one. @throws NOT_FOUND of the service */
export async function readTrashTotals(
  ctx: CustomerContext,
  { serviceId }: { serviceId?: string | undefined } = {},
): Promise<Answer<typeof trashTotalsOutput>> {
  await assertOwnService(ctx, serviceId)
  const { files, userServices } = ctx.store.t
  const [found] = await ctx.store.read
    .select({ entries: count(), bytes: sum(files.fileSize).mapWith(Number) })
    .from(files)
    .innerJoin(userServices, and(eq(userServices.userId, files.userId), eq(userServices.id, files.serviceId)))
    .where(
      and(
        eq(files.userId, ctx.user.id),
        serviceId === undefined ? undefined : eq(files.serviceId, serviceId),
        isNotNull(files.deletedAt),
        ne(userServices.status, 'terminated'),
      ),
    )
  return { entries: found?.entries ?? 0, bytes: found?.bytes ?? 0 }
}
