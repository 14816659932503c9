import { and, asc, eq, inArray, isNull } from 'drizzle-orm'
import { below, type FileRow, liveIn } from '#features/files/service/rows.ts'
import type { CustomerContext } from '#server/context.ts'
import { invalid, notFound } from '#shared/errors.ts'
import { maxBatch } from '../contract/limits.ts'

/** One selected file, or a folder with its contents at any depth. */
export type Selected = { root: FileRow; files: FileRow[] }

const tooMany = () => invalid('ids', `At most ${maxBatch} files at once.`)
/** Empty folders count too; this bounds the read of a tree that has only folders. */
const maxFolders = 5_000

/** The contents of a folder, at any depth: at most one row more than an archive can have. */
function readInside(ctx: CustomerContext, root: FileRow): Promise<FileRow[]> {
  const { files } = ctx.store.t
  return ctx.store.read
    .select()
    .from(files)
    .where(and(liveIn(ctx.store.t, root), below(ctx.store.t, root.pathKey)))
    .orderBy(asc(files.pathKey))
    .limit(maxFolders + maxBatch + 1)
}

/** The selected files, with folders expanded. @throws NOT_FOUND when one is missing, INVALID for none or more than 500 files */
export async function readSelection(ctx: CustomerContext, ids: string[]): Promise<Selected[]> {
  const { files } = ctx.store.t
  const uniqueIds = [...new Set(ids)]
  if (uniqueIds.length === 0) throw invalid('ids', 'Choose a file.')
  if (uniqueIds.length > maxBatch) throw tooMany()
  const own = and(eq(files.userId, ctx.user.id), inArray(files.id, uniqueIds), isNull(files.deletedAt))
  const roots = await ctx.store.read.select().from(files).where(own).orderBy(asc(files.pathKey))
  if (roots.length < uniqueIds.length) throw notFound('This file')
  const selection: Selected[] = []
  let [folderCount, fileCount] = [0, 0]
  for (const root of roots) {
    const files = [root, ...(root.isFolder ? await readInside(ctx, root) : [])]
    const folders = files.filter(({ isFolder }) => isFolder).length
    folderCount += folders
    fileCount += files.length - folders
    if (fileCount > maxBatch) throw tooMany()
    if (folderCount > maxFolders) throw invalid('ids', `At most ${maxFolders} folders at once.`)
    selection.push({ root, files })
  }
  return selection
}
