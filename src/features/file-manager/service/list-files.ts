import { and, desc, eq, gt, isNotNull, isNull, ne } from 'drizzle-orm'
import { maxRows, olderThan, toArray, toPage } from '#db/lists/paging.ts'
import type { Store } from '#db/types.ts'
import type { fileOutput } from '#features/files/contract/contract.ts'
import { presentFile, trashBegins } from '#features/files/service/rows.ts'
import { assertOwnService } from '#features/services/service.ts'
import type { CustomerContext } from '#server/context.ts'
import { only } from '#shared/errors.ts'
import type { Answer, Page } from '#shared/schema.ts'
import type { ListInput, openedFileOutput } from '../contract/contract.ts'
import { versionOf } from './version-of.ts'

type FileAnswer = Answer<typeof fileOutput>

/** Files with the facts about their service for the wire, without those of ended services. */
export const selectListed = ({ read, t }: Store) => {
  const { files, userServices, pricingPlans } = t
  return read
    .select({ file: files, plan: pricingPlans.name })
    .from(files)
    .innerJoin(
      userServices,
      and(
        eq(userServices.userId, files.userId),
        eq(userServices.id, files.serviceId),
        ne(userServices.status, 'terminated'),
      ),
    )
    .innerJoin(pricingPlans, eq(pricingPlans.id, userServices.planId))
}

/** One page of the caller's files, in a query that an index answers. */
export const filesPage = (store: Store, userId: string, input: ListInput) => {
  const { files } = store.t
  const { limit = maxRows, cursor, serviceId, path } = input
  return selectListed(store)
    .where(
      and(
        eq(files.userId, userId),
        serviceId === undefined ? undefined : eq(files.serviceId, serviceId),
        path === undefined ? undefined : eq(files.path, path),
        isNull(files.deletedAt),
        olderThan({ at: files.uploadedAt, id: files.id }, cursor),
      ),
    )
    .orderBy(desc(files.uploadedAt), desc(files.id))
    .limit(limit + 1)
}

/** The caller's files and folders, newest first, optionally of one service or one folder. @throws NOT_FOUND of the service */
export async function listFiles(ctx: CustomerContext, input: ListInput = {}): Promise<FileAnswer[]> {
  await assertOwnService(ctx, input.serviceId)
  const rows = await filesPage(ctx.store, ctx.user.id, input)
  const key = ({ file }: (typeof rows)[number]) => ({ at: file.uploadedAt, id: file.id })
  const page = toPage(rows, { limit: input.limit ?? maxRows, key, present: presentFile })
  return toArray(page, ctx.reply.headers)
}

/** One of the caller's files with its current version. @throws NOT_FOUND */
export async function getFile(
  ctx: CustomerContext,
  { id }: { id: string },
): Promise<Answer<typeof openedFileOutput>> {
  const { files } = ctx.store.t
  const rows = await selectListed(ctx.store).where(
    and(eq(files.userId, ctx.user.id), eq(files.id, id), isNull(files.deletedAt)),
  )
  const row = only(rows, 'This file')
  return { ...presentFile(row), version: versionOf(row.file) }
}

type TrashInput = Page & { serviceId?: string | undefined }

/**
 * The caller's deletions of the last seven days, latest first; a folder without its contents. @throws NOT_FOUND of the service
 */
export async function listTrash(ctx: CustomerContext, input: TrashInput = {}): Promise<FileAnswer[]> {
  const { files } = ctx.store.t
  const { limit = maxRows, cursor, serviceId } = input
  await assertOwnService(ctx, serviceId)
  const rows = await selectListed(ctx.store)
    .where(
      and(
        eq(files.userId, ctx.user.id),
        serviceId === undefined ? undefined : eq(files.serviceId, serviceId),
        isNotNull(files.deletedAt),
        gt(files.deletedAt, trashBegins(ctx.now())),
        isNull(files.trashedWith),
        olderThan({ at: files.deletedAt, id: files.id }, cursor),
      ),
    )
    .orderBy(desc(files.deletedAt), desc(files.id))
    .limit(limit + 1)
  const key = ({ file }: (typeof rows)[number]) => ({ at: file.deletedAt ?? file.updatedAt, id: file.id })
  return toArray(toPage(rows, { limit, key, present: presentFile }), ctx.reply.headers)
}
