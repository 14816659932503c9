import { join } from 'node:path'
import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { Tx } from '#db/types.ts'
import { lockActiveService, type OwnService } from '#features/services/service.ts'
import type { Answered } from '#server/answers/answer-in.ts'
import type { CustomerContext } from '#server/context.ts'
import { DomainError, notFound, only } from '#shared/errors.ts'
import type { Answer } from '#shared/schema.ts'
import type { fileOutput } from '../contract/contract.ts'
import { makeFolderWithin, publicPath, serviceFolder, trashPath } from '../storage/folders.ts'
import { readListed, type Step } from './changes.ts'
import { assertEntries } from './entries.ts'
import { changeFiles, mutateFiles } from './journal.ts'
import { planAncestors, planFolder } from './plan-put.ts'
import { assertRealFolders } from './real-folders.ts'
import { type FileRow, fileAt, findTrashed, presentFile } from './rows.ts'

type FileAnswer = Answer<typeof fileOutput>

/** Presents the last of the changed files. */
export const answerLast = async (
  tx: Tx,
  ctx: CustomerContext,
  { serviceId, ids }: { serviceId: string; ids: string[] },
): Promise<FileAnswer> =>
  presentFile(only(await readListed(tx, { userId: ctx.user.id, serviceId }, ids.slice(-1)), 'This file'))

/** Creates a folder and its parents. @throws CONFLICT when the name is taken, INVALID, and as `changeFiles` */
export async function createFolder(
  ctx: CustomerContext,
  { serviceId, path }: { serviceId: string; path: string },
): Promise<Answered<FileAnswer>> {
  const root = serviceFolder(ctx.env.DATA_DIR, serviceId)
  return mutateFiles(ctx, {
    serviceId,
    plan: (tx, service) => planFolder(tx, service, path),
    check: (steps) => assertRealFolders(root, steps),
    finish: (tx, ids) => answerLast(tx, ctx, { serviceId, ids }),
  })
}

/** The step that moves a file or folder to the trash. */
export const trashStep = ({ id, filePath }: FileRow): Step => ({
  from: publicPath(filePath),
  to: trashPath(id),
  change: { kind: 'trash', id, from: filePath },
})

/** Drops files whose folder is in the selection. */
export const outermost = (rows: FileRow[]): FileRow[] =>
  rows.filter(
    ({ filePath, serviceId }) =>
      !rows.some((other) => other.serviceId === serviceId && filePath.startsWith(`${other.filePath}/`)),
  )

/** Moves files of one service to the trash. */
const trashing = (ctx: CustomerContext, { serviceId, ids }: { serviceId: string; ids: string[] }) => ({
  serviceId,
  plan: async (tx: Tx) => {
    const { files } = tx.t
    const own = and(eq(files.userId, ctx.user.id), inArray(files.id, ids), isNull(files.deletedAt))
    return outermost(await tx.select().from(files).where(own)).map(trashStep)
  },
  check: () => makeFolderWithin(join(serviceFolder(ctx.env.DATA_DIR, serviceId), trashPath(''))),
})

/** @throws WRONG_STATE, BUSY when the files of one of the services cannot be changed now */
async function assertChangeable(ctx: CustomerContext, serviceIds: string[]): Promise<void> {
  await ctx.store.tx(async (tx) => {
    for (const id of serviceIds) await lockActiveService(tx, ctx, id)
  })
}

/**
 * Moves files and folders to the trash, where they count in the quota and can be restored for seven days.
 * @throws NOT_FOUND when one of them is missing, WRONG_STATE or BUSY of a service: nothing moves then
 */
export async function deleteFiles(
  ctx: CustomerContext,
  input: { ids: string[] },
): Promise<Answered<{ ok: true }>> {
  const { files } = ctx.store.t
  const ids = [...new Set(input.ids)]
  const found = await ctx.store.read
    .select({ id: files.id, serviceId: files.serviceId })
    .from(files)
    .where(and(eq(files.userId, ctx.user.id), inArray(files.id, ids), isNull(files.deletedAt)))
  if (found.length < ids.length) throw notFound('This file')
  const byService = Map.groupBy(found, ({ serviceId }) => serviceId)
  if (byService.size > 1) await assertChangeable(ctx, [...byService.keys()].sort())
  const works = [...byService].map(([serviceId, rows]) => ({ serviceId, ids: rows.map(({ id }) => id) }))
  const last = works.pop()
  if (!last) throw notFound('This file')
  for (const work of works) await changeFiles(ctx, { ...trashing(ctx, work), finish: async () => {} })
  return mutateFiles(ctx, { ...trashing(ctx, last), finish: async () => ({ ok: true as const }) })
}

type Trashed = { userId: string; id: string; now: Date }

async function planUntrash(tx: Tx, service: OwnService, { userId, id, now }: Trashed): Promise<Step[]> {
  const file = await findTrashed(tx, { userId, id, now })
  const owner = { userId: file.userId, serviceId: file.serviceId }
  if (await fileAt(tx, owner, file.filePath))
    throw new DomainError('CONFLICT', `"${file.fileName}" already exists in its folder.`)
  const folders = await planAncestors(tx, owner, file.filePath)
  await assertEntries(tx, service, folders.length)
  return [...folders, { from: trashPath(id), to: publicPath(file.filePath), change: { kind: 'untrash', id } }]
}

/**
 * Restores a file or folder to its path, with its contents.
 * @throws NOT_FOUND unless it is in the trash, CONFLICT when its name was taken meanwhile, LIMIT_REACHED
 */
export async function undeleteFile(
  ctx: CustomerContext,
  { id }: { id: string },
): Promise<Answered<FileAnswer>> {
  const trashed = { userId: ctx.user.id, id, now: ctx.now() }
  const { serviceId } = await findTrashed(ctx.store, trashed)
  const root = serviceFolder(ctx.env.DATA_DIR, serviceId)
  return mutateFiles(ctx, {
    serviceId,
    plan: (tx, service) => planUntrash(tx, service, trashed),
    check: (steps) => assertRealFolders(root, steps),
    finish: (tx, ids) => answerLast(tx, ctx, { serviceId, ids }),
  })
}
