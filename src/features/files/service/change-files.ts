import { join } from 'node:path'
import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Tx } from '#db/store.ts'
import { holdActiveService } from '#features/servers/service.ts'
import type { CustomerContext } from '#server/context.ts'
import { DomainError, invalid, notFound } from '#shared/errors.ts'
import type { Answer } from '#shared/schema.ts'
import { joinPath, maxDepth, maxPathBytes } from '../contract/names.ts'
import { typeOf } from '../contract/types.ts'
import type { fileOutput } from '../contract.ts'
import { makeFolder, publicPath, serviceFolder, trashPath } from '../storage/folders.ts'
import { assertPlainWays } from './bytes.ts'
import { readListed, type Step } from './changes.ts'
import { changeFiles } from './journal.ts'
import { planAncestors, planFolder } from './plan-put.ts'
import {
  below,
  type FileRow,
  fileAt,
  findFile,
  findTrashed,
  liveIn,
  type Owner,
  presentFile,
  within,
} from './rows.ts'

type FileAnswer = Answer<typeof fileOutput>

const ownerOf = ({ userId, serviceId }: FileRow): Owner => ({ userId, serviceId })

const answerLast = async (tx: Tx, owner: Owner, ids: string[]): Promise<FileAnswer> => {
  const [row] = await readListed(tx, owner, ids.slice(-1))
  if (!row) throw notFound('This file')
  return presentFile(row)
}

/** The folder exists, with those above it. @throws CONFLICT when the name is taken, and as `changeFiles` */
export async function createFolder(
  ctx: CustomerContext,
  { serviceId, path }: { serviceId: string; path: string },
): Promise<FileAnswer> {
  const owner = { userId: ctx.user.id, serviceId }
  const root = serviceFolder(ctx.env.DATA_DIR, serviceId)
  return changeFiles(ctx, {
    serviceId,
    plan: (tx) => planFolder(tx, owner, path),
    check: (steps) => assertPlainWays(root, steps),
    finish: (tx, ids) => answerLast(tx, owner, ids),
  })
}

const tooDeep = () => invalid('path', 'The folders would lie too deep in one another.')

/**
 * A folder, and every one in it, keeps to the limits of a path where it is moved.
 * @throws INVALID
 */
async function assertWithinLimits(tx: Tx, folder: FileRow, to: string): Promise<void> {
  const { files } = tx.t
  const depth = sql`length(${files.pathKey}) - length(replace(${files.pathKey}, '/', ''))`
  const [inside] = await tx
    .select({
      levels: sql`coalesce(max(${depth}), 0)`.mapWith(Number),
      bytes: sql`coalesce(max(octet_length(${files.pathKey})), 0)`.mapWith(Number),
    })
    .from(files)
    .where(and(liveIn(tx.t, folder), below(tx.t, folder.pathKey), eq(files.isFolder, true)))
  const levels = (path: string) => path.split('/').length
  const deeper = Math.max(0, (inside?.levels ?? 0) + 1 - levels(folder.filePath))
  const longer = Math.max(0, (inside?.bytes ?? 0) - Buffer.byteLength(folder.filePath))
  if (levels(to) + deeper > maxDepth || Buffer.byteLength(to) + longer > maxPathBytes) throw tooDeep()
}

type Target = { name?: string | undefined; path?: string | undefined }

async function planMove(tx: Tx, userId: string, id: string, target: Target): Promise<Step[]> {
  const file = await findFile(within(tx), userId, id)
  const { name = file.fileName, path = file.path } = target
  const to = joinPath(path, name)
  if (to === file.filePath) return []
  if (file.isFolder && `${to}/`.startsWith(`${file.filePath}/`))
    throw invalid('path', 'A folder cannot be moved into itself.')
  if (file.isFolder) await assertWithinLimits(tx, file, to)
  const owner = ownerOf(file)
  const folders = await planAncestors(tx, owner, to)
  if (await fileAt(within(tx), owner, to))
    throw new DomainError('CONFLICT', `"${name}" exists already in this folder.`)
  const type = file.isFolder ? file.fileType : typeOf(name)
  const change = { kind: 'move', id, from: file.filePath, path, name, type } as const
  return [...folders, { from: publicPath(file.filePath), to: publicPath(to), change }]
}

/**
 * The file or folder has another name or lies in another folder, which is made when it is missing.
 * @throws NOT_FOUND, CONFLICT when the name is taken, INVALID into itself, and as `changeFiles`
 */
export async function changeFile(ctx: CustomerContext, input: { id: string } & Target): Promise<FileAnswer> {
  const { userId, serviceId } = await findFile(ctx.store, ctx.user.id, input.id)
  const root = serviceFolder(ctx.env.DATA_DIR, serviceId)
  return changeFiles(ctx, {
    serviceId,
    plan: (tx) => planMove(tx, userId, input.id, input),
    check: (steps) => assertPlainWays(root, steps),
    finish: (tx, ids) => answerLast(tx, { userId, serviceId }, ids.length > 0 ? ids : [input.id]),
  })
}

const trashStep = ({ id, filePath }: FileRow): Step => ({
  from: publicPath(filePath),
  to: trashPath(id),
  change: { kind: 'trash', id, from: filePath },
})

/** Of a folder and what is in it, the folder alone. */
const outermost = (rows: FileRow[]): FileRow[] =>
  rows.filter(
    ({ filePath, serviceId }) =>
      !rows.some((other) => other.serviceId === serviceId && filePath.startsWith(`${other.filePath}/`)),
  )

async function trashOf(ctx: CustomerContext, serviceId: string, ids: string[]): Promise<void> {
  const root = serviceFolder(ctx.env.DATA_DIR, serviceId)
  await changeFiles(ctx, {
    serviceId,
    plan: async (tx) => {
      const { files } = tx.t
      const own = and(eq(files.userId, ctx.user.id), inArray(files.id, ids), isNull(files.deletedAt))
      return outermost(await tx.select().from(files).where(own)).map(trashStep)
    },
    check: () => makeFolder(join(root, trashPath(''))),
    finish: async () => undefined,
  })
}

/** @throws WRONG_STATE, BUSY when the files of one of the services cannot be changed now */
async function assertChangeable(ctx: CustomerContext, serviceIds: string[]): Promise<void> {
  await ctx.store.tx(async (tx) => {
    for (const id of serviceIds) await holdActiveService(ctx, tx, id)
  })
}

/**
 * Files and folders go to the trash, where they count in the quota and can be brought back for seven days.
 * @throws NOT_FOUND when one of them is missing, WRONG_STATE or BUSY of a service: nothing goes then
 */
export async function deleteFiles(ctx: CustomerContext, input: { ids: string[] }): Promise<{ ok: true }> {
  const { files } = ctx.store.t
  const ids = [...new Set(input.ids)]
  const found = await ctx.store.read
    .select({ id: files.id, serviceId: files.serviceId })
    .from(files)
    .where(and(eq(files.userId, ctx.user.id), inArray(files.id, ids), isNull(files.deletedAt)))
  if (found.length < ids.length) throw notFound('This file')
  const byService = Map.groupBy(found, ({ serviceId }) => serviceId)
  if (byService.size > 1) await assertChangeable(ctx, [...byService.keys()].sort())
  for (const [serviceId, rows] of byService)
    await trashOf(
      ctx,
      serviceId,
      rows.map(({ id }) => id),
    )
  return { ok: true }
}

async function planUntrash(tx: Tx, userId: string, id: string): Promise<Step[]> {
  const file = await findTrashed(within(tx), userId, id)
  const owner = ownerOf(file)
  if (await fileAt(within(tx), owner, file.filePath))
    throw new DomainError('CONFLICT', `"${file.fileName}" exists already in its folder.`)
  const folders = await planAncestors(tx, owner, file.filePath)
  return [...folders, { from: trashPath(id), to: publicPath(file.filePath), change: { kind: 'untrash', id } }]
}

/**
 * The file or folder is back where it was, with what was in it.
 * @throws NOT_FOUND unless it is in the trash, CONFLICT when its name was taken meanwhile
 */
export async function undeleteFile(ctx: CustomerContext, { id }: { id: string }): Promise<FileAnswer> {
  const { userId, serviceId } = await findTrashed(ctx.store, ctx.user.id, id)
  const root = serviceFolder(ctx.env.DATA_DIR, serviceId)
  return changeFiles(ctx, {
    serviceId,
    plan: (tx) => planUntrash(tx, userId, id),
    check: (steps) => assertPlainWays(root, steps),
    finish: (tx, ids) => answerLast(tx, { userId, serviceId }, ids),
  })
}
