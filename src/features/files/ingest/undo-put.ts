import { join } from 'node:path'
import { and, eq, inArray } from 'drizzle-orm'
import type { Source, Tx } from '#db/types.ts'
import type { OwnService } from '#features/services/service.ts'
import type { Answered } from '#server/answers/answer-in.ts'
import type { CustomerContext } from '#server/context.ts'
import { DomainError, notFound } from '#shared/errors.ts'
import type { UndoExtract } from '../contract/extract.ts'
import { outermost, trashStep } from '../service/change-files.ts'
import type { Step } from '../service/changes.ts'
import { assertEntries } from '../service/entries.ts'
import { mutateFiles } from '../service/journal.ts'
import { planAncestors } from '../service/plan-put.ts'
import { assertRealFolders } from '../service/real-folders.ts'
import { type FileRow, fileAt, trashBegins } from '../service/rows.ts'
import { makeFolderWithin, publicPath, serviceFolder, trashPath } from '../storage/folders.ts'

/** The live and trashed rows that an undo names. @throws NOT_FOUND unless all exist and belong to one service */
async function findUndone(source: Source, ctx: CustomerContext, { made, replaced }: UndoExtract) {
  const { files } = source.t
  const ids = [...new Set([...made, ...replaced])]
  const rows = await source.read
    .select()
    .from(files)
    .where(and(eq(files.userId, ctx.user.id), inArray(files.id, ids)))
  const isLive = ({ id, deletedAt }: FileRow) => made.includes(id) && deletedAt === null
  const isTrashed = ({ id, deletedAt, trashedWith }: FileRow) =>
    replaced.includes(id) && deletedAt !== null && trashedWith === null && deletedAt > trashBegins(ctx.now())
  const found = { live: rows.filter(isLive), trashed: rows.filter(isTrashed) }
  const services = new Set(rows.map(({ serviceId }) => serviceId))
  const [serviceId] = services
  if (found.live.length + found.trashed.length < ids.length || services.size > 1 || !serviceId)
    throw notFound('This file')
  return { ...found, serviceId }
}

type Undone = Omit<Awaited<ReturnType<typeof findUndone>>, 'serviceId'>

/** @throws CONFLICT when another file has taken the name of a replaced one, LIMIT_REACHED */
async function planUndo(tx: Tx, service: OwnService, { live, trashed }: Undone): Promise<Step[]> {
  const owner = { userId: service.userId, serviceId: service.id }
  const liveById = new Map(live.map((row) => [row.id, row]))
  const folders = new Map<string, Step>()
  const back: Step[] = []
  for (const { id, filePath, fileName } of trashed) {
    const standing = await fileAt(tx, owner, filePath)
    if (standing && !liveById.delete(standing.id))
      throw new DomainError('CONFLICT', `"${fileName}" already exists in its folder.`)
    for (const step of await planAncestors(tx, owner, filePath)) folders.set(step.to, step)
    const displaces = standing ? { displaces: standing.id } : {}
    const change = { kind: 'untrash' as const, id, ...displaces }
    back.push({ from: trashPath(id), to: publicPath(filePath), change })
  }
  await assertEntries(tx, service, folders.size)
  return [...outermost([...liveById.values()]).map(trashStep), ...folders.values(), ...back]
}

/**
 * Moves added files to the trash and restores those they replaced, in one step; `finish` answers in its transaction.
 * @throws NOT_FOUND unless all still exist, WRONG_STATE, BUSY, CONFLICT when a name was taken meanwhile
 */
export async function undoPut<T>(
  ctx: CustomerContext,
  input: UndoExtract,
  finish: (tx: Tx) => Promise<T>,
): Promise<Answered<T>> {
  const { serviceId } = await findUndone(ctx.store, ctx, input)
  const root = serviceFolder(ctx.env.DATA_DIR, serviceId)
  return mutateFiles(ctx, {
    serviceId,
    plan: async (tx, service) => planUndo(tx, service, await findUndone(tx, ctx, input)),
    check: async (steps) => {
      await makeFolderWithin(join(root, trashPath('')))
      await assertRealFolders(
        root,
        steps.filter(({ change }) => change.kind !== 'trash'),
      )
    },
    finish,
  })
}

/** Undoes an extraction: moves its files to the trash and restores those they replaced, in one step. @throws as `undoPut` */
export const undoExtract = (ctx: CustomerContext, input: UndoExtract): Promise<Answered<{ ok: true }>> =>
  undoPut(ctx, input, async () => ({ ok: true as const }))
