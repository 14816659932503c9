import { and, asc, eq, inArray, isNull } from 'drizzle-orm'
import type { CustomerContext } from '#server/context.ts'
import { invalid, notFound } from '#shared/errors.ts'
import { maxBatch } from '../contract.ts'
import { below, type FileRow, liveIn } from './rows.ts'

/** One selected file, or a folder and all that lies below it. */
export type Selected = { root: FileRow; files: FileRow[] }

const tooMany = () => invalid('ids', `At most ${maxBatch} files at once.`)

/** The selected files, folders opened. @throws NOT_FOUND when one is missing, INVALID for none or more than 500 files */
export async function readSelection(ctx: CustomerContext, ids: string[]): Promise<Selected[]> {
  const { files } = ctx.store.t
  const wanted = [...new Set(ids)]
  if (wanted.length === 0) throw invalid('ids', 'Choose a file.')
  if (wanted.length > maxBatch) throw tooMany()
  const own = and(eq(files.userId, ctx.user.id), inArray(files.id, wanted), isNull(files.deletedAt))
  const roots = await ctx.store.read.select().from(files).where(own).orderBy(asc(files.pathKey))
  if (roots.length < wanted.length) throw notFound('This file')
  const selection: Selected[] = []
  for (const root of roots) {
    const inside = root.isFolder
      ? await ctx.store.read
          .select()
          .from(files)
          .where(and(liveIn(ctx.store.t, root), below(ctx.store.t, root.pathKey)))
          .orderBy(asc(files.pathKey))
          .limit(maxBatch + 1)
      : []
    selection.push({ root, files: [root, ...inside] })
  }
  const count = selection.flatMap(({ files }) => files).filter(({ isFolder }) => !isFolder).length
  if (count > maxBatch) throw tooMany()
  return selection
}
