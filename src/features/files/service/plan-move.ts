import { and, asc, gt, inArray } from 'drizzle-orm'
import type { Tx } from '#db/types.ts'
import type { OwnService } from '#features/services/service.ts'
import type { CustomerContext } from '#server/context.ts'
import { DomainError, invalid, notFound } from '#shared/errors.ts'
import { joinPath, maxDepth, maxPathBytes } from '../contract/names.ts'
import { publicPath } from '../storage/folders.ts'
import { createYield } from '../storage/yield.ts'
import { outermost } from './change-files.ts'
import { pieceRows, type Step } from './changes.ts'
import { assertEntries } from './entries.ts'
import { planChosenAncestors, taken } from './plan-put.ts'
import { below, type FileRow, fileAt, findFile, liveIn, type Owner } from './rows.ts'
import { typeOf } from './type-of.ts'

const tooDeep = () => invalid('path', 'The folders would be nested too deeply.')

const levelsOf = (path: string): number => path.split('/').length

const isWithinLimits = (path: string): boolean =>
  levelsOf(path) <= maxDepth && Buffer.byteLength(path) <= maxPathBytes

/**
 * Checks that moved folders and their contents stay within the path limits. Reads in batches, before the transaction that
 * decides.
 * @throws INVALID
 */
export async function assertWithinLimits(
  { store }: CustomerContext,
  owner: Owner,
  steps: Step[],
): Promise<void> {
  const { files } = store.t
  const { pathKey, isFolder } = files
  const pause = createYield()
  for (const { change } of steps) {
    if (change.kind !== 'move') continue
    const to = joinPath(change.path, change.name)
    for (let last: string | undefined = change.from; last !== undefined; ) {
      const rows: { pathKey: string; isFolder: boolean }[] = await store.read
        .select({ pathKey, isFolder })
        .from(files)
        .where(and(liveIn(store.t, owner), below(store.t, change.from), gt(pathKey, last)))
        .orderBy(asc(pathKey))
        .limit(pieceRows)
      for (const row of rows)
        if (row.isFolder && !isWithinLimits(to + row.pathKey.slice(change.from.length))) throw tooDeep()
      last = rows.length < pieceRows ? undefined : rows.at(-1)?.pathKey
      if (last !== undefined) await pause()
    }
  }
}

/** The step that moves a file or folder. @throws INVALID for a folder into itself, or too deep */
function moveStep(file: FileRow, { path, name }: { path: string; name: string }): Step {
  const to = joinPath(path, name)
  if (file.isFolder && `${to}/`.startsWith(`${file.filePath}/`))
    throw invalid('path', 'A folder cannot be moved into itself.')
  if (file.isFolder && !isWithinLimits(to)) throw tooDeep()
  const type = file.isFolder ? file.fileType : typeOf(name)
  const change = { kind: 'move', id: file.id, from: file.filePath, path, name, type } as const
  return { from: publicPath(file.filePath), to: publicPath(to), change }
}

export type Changing = {
  id: string
  name?: string | undefined
  path?: string | undefined
  was?: string | undefined
}

/** Steps that rename or move a file or folder. @throws as `changeFile` */
export async function planChange(
  tx: Tx,
  service: OwnService,
  { id, was, ...target }: Changing,
): Promise<Step[]> {
  const file = await findFile(tx, service.userId, id)
  const { name = file.fileName, path = file.path } = target
  const to = joinPath(path, name)
  if (to === file.filePath) return []
  if (was !== undefined && was !== file.filePath)
    throw new DomainError('CONFLICT', `It has since been renamed or moved to "${file.filePath}".`)
  const step = moveStep(file, { path, name })
  const owner = { userId: file.userId, serviceId: file.serviceId }
  const folders = await planChosenAncestors(tx, owner, to)
  if (await fileAt(tx, owner, to)) throw taken([name])
  await assertEntries(tx, service, folders.length)
  return [...folders, step]
}

export type Moving = { ids: string[]; path: string }

/** Names that exist in the folder, or that two of the moved files share. */
async function findTaken(tx: Tx, owner: Owner, { files, path }: { files: FileRow[]; path: string }) {
  const { pathKey, fileName } = tx.t.files
  const targetPaths = files.map((file) => joinPath(path, file.fileName))
  const there = await tx
    .select({ name: fileName })
    .from(tx.t.files)
    .where(and(liveIn(tx.t, owner), inArray(pathKey, targetPaths)))
  const names = files.map((file) => file.fileName)
  const twice = names.filter((name, place) => names.indexOf(name) !== place)
  return [...new Set([...there.map(({ name }) => name), ...twice])]
}

/** Steps that move files and folders to one folder. @throws as `moveFiles` */
export async function planMoves(tx: Tx, service: OwnService, { ids, path }: Moving): Promise<Step[]> {
  const owner = { userId: service.userId, serviceId: service.id }
  const chosen = await tx
    .select()
    .from(tx.t.files)
    .where(and(liveIn(tx.t, owner), inArray(tx.t.files.id, ids)))
  if (chosen.length < ids.length) throw notFound('This file')
  const files = outermost(chosen).filter((file) => file.path !== path)
  const [first] = files
  if (!first) return []
  const steps = files.map((file) => moveStep(file, { path, name: file.fileName }))
  const folders = await planChosenAncestors(tx, owner, joinPath(path, first.fileName))
  const names = await findTaken(tx, owner, { files, path })
  if (names.length > 0) throw taken(names)
  await assertEntries(tx, service, folders.length)
  return [...folders, ...steps]
}
