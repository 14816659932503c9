import { join } from 'node:path'
import { and, asc, eq, gt, inArray, isNull } from 'drizzle-orm'
import type { Store, Tx } from '#db/types.ts'
import { lockActiveService, type OwnService } from '#features/services/service.ts'
import type { Answered } from '#server/answer-in.ts'
import type { CustomerContext } from '#server/context.ts'
import { DomainError, invalid, notFound } from '#shared/errors.ts'
import type { Answer } from '#shared/schema.ts'
import { joinPath, maxDepth, maxPathBytes } from '../contract/names.ts'
import type { fileOutput } from '../contract.ts'
import { makeFolderWithin, publicPath, serviceFolder, trashPath } from '../storage/folders.ts'
import { createYield } from '../storage/yield.ts'
import { pieceRows, readListed, type Step } from './changes.ts'
import { assertEntries } from './entries.ts'
import { changeFiles } from './journal.ts'
import { assertPlainWays } from './plain-ways.ts'
import { planAncestors, planChosenAncestors, planFolder } from './plan-put.ts'
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
import { typeOf } from './type-of.ts'

type FileAnswer = Answer<typeof fileOutput>

const ownerOf = ({ userId, serviceId }: FileRow): Owner => ({ userId, serviceId })

/** Answers the last of the files that were changed. */
async function answerLast(
  ctx: CustomerContext,
  tx: Tx,
  { serviceId, ids }: { serviceId: string; ids: string[] },
): Promise<Answered<FileAnswer>> {
  const [row] = await readListed(tx, { userId: ctx.user.id, serviceId }, ids.slice(-1))
  if (!row) throw notFound('This file')
  return ctx.answerIn(tx, presentFile(row))
}

/** The folder exists, with those above it. @throws CONFLICT when the name is taken, INVALID, and as `changeFiles` */
export async function createFolder(
  ctx: CustomerContext,
  { serviceId, path }: { serviceId: string; path: string },
): Promise<Answered<FileAnswer>> {
  const root = serviceFolder(ctx.env.DATA_DIR, serviceId)
  return changeFiles(ctx, {
    serviceId,
    plan: (tx, service) => planFolder(tx, service, path),
    check: (steps) => assertPlainWays(root, steps),
    finish: (tx, ids) => answerLast(ctx, tx, { serviceId, ids }),
  })
}

const tooDeep = () => invalid('path', 'The folders would lie too deep in one another.')

const levelsOf = (path: string): number => path.split('/').length

/**
 * A folder, and every one in it, keeps to the limits of a path where it is moved. Reads in pieces, ahead of the
 * transaction that decides.
 * @throws INVALID
 */
async function assertWithinLimits(store: Store, owner: Owner, { from, to }: { from: string; to: string }) {
  const { files } = store.t
  const { pathKey, isFolder } = files
  const pause = createYield()
  const isWithin = (path: string) => levelsOf(path) <= maxDepth && Buffer.byteLength(path) <= maxPathBytes
  for (let last = from; ; ) {
    const rows = await store.read
      .select({ pathKey, isFolder })
      .from(files)
      .where(and(liveIn(store.t, owner), below(store.t, from), gt(pathKey, last)))
      .orderBy(asc(pathKey))
      .limit(pieceRows)
    for (const row of rows)
      if (row.isFolder && !isWithin(to + row.pathKey.slice(from.length))) throw tooDeep()
    const end = rows.at(-1)?.pathKey
    if (rows.length < pieceRows || end === undefined) return
    last = end
    await pause()
  }
}

type Target = { name?: string | undefined; path?: string | undefined }

type Moving = Target & { id: string }

async function planMove(tx: Tx, service: OwnService, { id, ...target }: Moving): Promise<Step[]> {
  const file = await findFile(within(tx), service.userId, id)
  const { name = file.fileName, path = file.path } = target
  const to = joinPath(path, name)
  if (to === file.filePath) return []
  if (file.isFolder && `${to}/`.startsWith(`${file.filePath}/`))
    throw invalid('path', 'A folder cannot be moved into itself.')
  if (file.isFolder && (levelsOf(to) > maxDepth || Buffer.byteLength(to) > maxPathBytes)) throw tooDeep()
  const owner = ownerOf(file)
  const folders = await planChosenAncestors(tx, owner, to)
  if (await fileAt(within(tx), owner, to))
    throw new DomainError('CONFLICT', `"${name}" exists already in this folder.`)
  await assertEntries(tx, service, folders.length)
  const type = file.isFolder ? file.fileType : typeOf(name)
  const change = { kind: 'move', id, from: file.filePath, path, name, type } as const
  return [...folders, { from: publicPath(file.filePath), to: publicPath(to), change }]
}

/**
 * The file or folder has another name or is in another folder, which is created if it is missing.
 * @throws NOT_FOUND, CONFLICT when the name is taken, INVALID into itself, LIMIT_REACHED, and as `changeFiles`
 */
export async function changeFile(ctx: CustomerContext, input: Moving): Promise<Answered<FileAnswer>> {
  const { userId, serviceId } = await findFile(ctx.store, ctx.user.id, input.id)
  const root = serviceFolder(ctx.env.DATA_DIR, serviceId)
  return changeFiles(ctx, {
    serviceId,
    plan: (tx, service) => planMove(tx, service, input),
    async check(steps) {
      const change = steps.at(-1)?.change
      if (change?.kind === 'move') {
        const to = joinPath(change.path, change.name)
        await assertWithinLimits(ctx.store, { userId, serviceId }, { from: change.from, to })
      }
      await assertPlainWays(root, steps)
    },
    finish: (tx, ids) => answerLast(ctx, tx, { serviceId, ids: ids.length > 0 ? ids : [input.id] }),
  })
}

/** The step that puts a file or folder into the trash. */
export const trashStep = ({ id, filePath }: FileRow): Step => ({
  from: publicPath(filePath),
  to: trashPath(id),
  change: { kind: 'trash', id, from: filePath },
})

/** Of a folder and what is in it, the folder alone. */
export const outermost = (rows: FileRow[]): FileRow[] =>
  rows.filter(
    ({ filePath, serviceId }) =>
      !rows.some((other) => other.serviceId === serviceId && filePath.startsWith(`${other.filePath}/`)),
  )

function trashOf<T>(
  ctx: CustomerContext,
  { serviceId, ids, finish }: { serviceId: string; ids: string[]; finish: (tx: Tx) => Promise<T> },
): Promise<T> {
  const root = serviceFolder(ctx.env.DATA_DIR, serviceId)
  return changeFiles(ctx, {
    serviceId,
    plan: async (tx) => {
      const { files } = tx.t
      const own = and(eq(files.userId, ctx.user.id), inArray(files.id, ids), isNull(files.deletedAt))
      return outermost(await tx.select().from(files).where(own)).map(trashStep)
    },
    check: () => makeFolderWithin(join(root, trashPath(''))),
    finish,
  })
}

/** @throws WRONG_STATE, BUSY when the files of one of the services cannot be changed now */
async function assertChangeable(ctx: CustomerContext, serviceIds: string[]): Promise<void> {
  await ctx.store.tx(async (tx) => {
    for (const id of serviceIds) await lockActiveService(ctx, tx, id)
  })
}

/**
 * Files and folders go to the trash, where they count in the quota and can be brought back for seven days.
 * @throws NOT_FOUND when one of them is missing, WRONG_STATE or BUSY of a service: nothing goes then
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
  for (const work of works) await trashOf(ctx, { ...work, finish: async () => {} })
  return trashOf(ctx, { ...last, finish: (tx) => ctx.answerIn(tx, { ok: true as const }) })
}

type Trashed = { userId: string; id: string; now: Date }

async function planUntrash(tx: Tx, service: OwnService, { userId, id, now }: Trashed): Promise<Step[]> {
  const file = await findTrashed(within(tx), { userId, id, now })
  const owner = ownerOf(file)
  if (await fileAt(within(tx), owner, file.filePath))
    throw new DomainError('CONFLICT', `"${file.fileName}" exists already in its folder.`)
  const folders = await planAncestors(tx, owner, file.filePath)
  await assertEntries(tx, service, folders.length)
  return [...folders, { from: trashPath(id), to: publicPath(file.filePath), change: { kind: 'untrash', id } }]
}

/**
 * The file or folder is back where it was, with what was in it.
 * @throws NOT_FOUND unless it is in the trash, CONFLICT when its name was taken meanwhile, LIMIT_REACHED
 */
export async function undeleteFile(
  ctx: CustomerContext,
  { id }: { id: string },
): Promise<Answered<FileAnswer>> {
  const trashed = { userId: ctx.user.id, id, now: ctx.now() }
  const { serviceId } = await findTrashed(ctx.store, trashed)
  const root = serviceFolder(ctx.env.DATA_DIR, serviceId)
  return changeFiles(ctx, {
    serviceId,
    plan: (tx, service) => planUntrash(tx, service, trashed),
    check: (steps) => assertPlainWays(root, steps),
    finish: (tx, ids) => answerLast(ctx, tx, { serviceId, ids }),
  })
}
