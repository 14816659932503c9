import { and, eq, isNull } from 'drizzle-orm'
import type { Schema } from '#db/schema/schema.ts'
import type { Context, CustomerContext } from '#server/context.ts'
import { notFound } from '#shared/errors.ts'
import { settleFiles } from './journal.ts'
import type { FileRow } from './rows.ts'

/** A row and its service's change in progress, if any; read together. */
export type SettledFile = { file: FileRow; changing: string | null }

/** Joins a file with its service's change that is in progress or was interrupted. */
export const openChange = ({ files, fileIntents }: Schema) =>
  and(eq(fileIntents.userId, files.userId), eq(fileIntents.serviceId, files.serviceId))

/** The row that `find` reads, once it matches the bytes on disk. */
export async function readSettled(ctx: Context, find: () => Promise<SettledFile>): Promise<FileRow> {
  const { file, changing } = await find()
  if (changing === null) return file
  await settleFiles(ctx, { userId: file.userId, serviceId: file.serviceId })
  return (await find()).file
}

/** One of the caller's files, whose row matches its bytes. @throws NOT_FOUND as `findFile` */
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
