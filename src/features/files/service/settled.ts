import { and, eq, isNull } from 'drizzle-orm'
import type { Schema } from '#db/schema/schema.ts'
import type { Context, CustomerContext } from '#server/context.ts'
import { notFound } from '#shared/errors.ts'
import { settleFiles } from './journal.ts'
import type { FileRow } from './rows.ts'

/** A row, and the service whose files are being changed, if they are; both of one moment. */
export type Found = { file: FileRow; changing: string | null }

/** Joins a file with the change of its service's files that is under way, or was cut off. */
export const openChange = ({ files, fileIntents }: Schema) =>
  and(eq(fileIntents.userId, files.userId), eq(fileIntents.serviceId, files.serviceId))

/** The row that `find` reads, once it agrees with the bytes on disk. */
export async function readSettled(ctx: Context, find: () => Promise<Found>): Promise<FileRow> {
  const { file, changing } = await find()
  if (changing === null) return file
  await settleFiles(ctx, { userId: file.userId, serviceId: file.serviceId })
  return (await find()).file
}

/** One of the caller's files, whose row agrees with its bytes. @throws NOT_FOUND as `findFile` */
export const findSettled = (ctx: CustomerContext, id: string): Promise<FileRow> =>
  readSettled(ctx, async () => {
    const { files, fileIntents } = ctx.store.t
    const [row] = await ctx.store.read
      .select({ file: files, changing: fileIntents.serviceId })
      .from(files)
      .leftJoin(fileIntents, openChange(ctx.store.t))
      .where(and(eq(files.userId, ctx.user.id), eq(files.id, id), isNull(files.deletedAt)))
    if (!row) throw notFound('This file')
    return row
  })
