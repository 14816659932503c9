import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Store, Tx } from '#db/types.ts'
import { addDiskBytes } from '#features/services/disk-usage.ts'
import { joinPath } from '../contract/names.ts'
import { createYield } from '../storage/yield.ts'
import type { FolderLock } from './folder-lock.ts'
import { below, type FileRow, liveIn, type Owner } from './rows.ts'
import { type Shift, shiftTotals } from './totals.ts'

type Put = {
  kind: 'put'
  id: string
  isNew: boolean
  path: string
  name: string
  type: string
  size: number
  isFolder: boolean
  sha256: string | null
  /** Change of the service's usage, in bytes. */
  grows: number
  displaces?: string
}
type Moved = { kind: 'move'; id: string; from: string; path: string; name: string; type: string }
type Trashed = { kind: 'trash'; id: string; from: string }
type Untrashed = { kind: 'untrash'; id: string; displaces?: string }
/** Changes that include everything in a folder. */
type Carrying = Moved | Trashed | Untrashed

/**
 * The change of rows once their bytes have moved. Stored as JSON in the intent. `displaces` is the file it replaces, which goes
 * to the trash in the same step.
 */
export type Change = Put | Carrying

/** The file that a change displaces to the trash. */
export const displacedBy = (change: Change): string | undefined =>
  change.kind === 'put' || change.kind === 'untrash' ? change.displaces : undefined

/** Bytes that move within a service's folder (`from` is null for a new folder), and the rows that follow. */
export type Step = { from: string | null; to: string; change: Change }

/** Rows of a folder's contents per transaction, which stays short whatever the folder's size. */
export const pieceRows = 100

type ChangeContext = { tx: Tx; owner: Owner; now: Date; shift: Shift }

const ownRows = ({ tx: { t }, owner }: ChangeContext, ids: string[]): SQL | undefined =>
  and(eq(t.files.userId, owner.userId), inArray(t.files.id, ids))

const findRows = (scene: ChangeContext, ids: string[]): Promise<FileRow[]> =>
  scene.tx.select().from(scene.tx.t.files).where(ownRows(scene, ids))

const bytesOf = ({ type, size, sha256 }: Put, now: Date) => ({
  fileType: type,
  fileSize: size,
  sha256,
  uploadedAt: now,
  updatedAt: now,
})

const countedOf = ({ path, isFolder, size, type }: Put) => ({
  path,
  isFolder,
  fileSize: size,
  fileType: type,
})

/** Inserts rows of new files and folders, many in one statement. */
async function putNew(scene: ChangeContext, changes: Put[]): Promise<void> {
  const { tx, owner, now, shift } = scene
  const rows = changes.map((change) => {
    const { id, path, name, isFolder } = change
    const filePath = joinPath(path, name)
    const place = { fileName: name, path, filePath, pathKey: filePath, isFolder }
    return { id, ...owner, ...place, ...bytesOf(change, now) }
  })
  for (let at = 0; at < rows.length; at += pieceRows)
    await tx.insert(tx.t.files).values(rows.slice(at, at + pieceRows))
  shift.added.push(...changes.map(countedOf))
}

async function putOver(scene: ChangeContext, change: Put): Promise<void> {
  const { tx, now, shift } = scene
  shift.gone.push(...(await findRows(scene, [change.id])))
  await tx
    .update(tx.t.files)
    .set(bytesOf(change, now))
    .where(ownRows(scene, [change.id]))
  shift.added.push(countedOf(change))
}

/** The part of a text after its first `length` characters, counted as both engines do. */
const after = (column: FileRow[keyof FileRow] | SQL | unknown, text: string): SQL =>
  sql`substr(${column}, ${[...text].length + 1})`

async function moveRoot(scene: ChangeContext, { id, path, name, type }: Moved): Promise<void> {
  const { tx, now, shift } = scene
  const filePath = joinPath(path, name)
  const [row] = await findRows(scene, [id])
  if (!row) return
  await tx
    .update(tx.t.files)
    .set({ fileName: name, path, filePath, pathKey: filePath, fileType: type, updatedAt: now })
    .where(ownRows(scene, [id]))
  shift.gone.push(row)
  shift.added.push({ ...row, path, fileType: type })
}

/** Deleting a file revokes its links: a restore does not bring them back. */
async function dropLinks({ tx, owner }: ChangeContext, ids: string[]): Promise<void> {
  const { fileShares } = tx.t
  await tx.delete(fileShares).where(and(eq(fileShares.userId, owner.userId), inArray(fileShares.fileId, ids)))
}

async function changeRoots(scene: ChangeContext, kind: 'trash' | 'untrash', ids: string[]): Promise<void> {
  const { tx, now, shift } = scene
  const rows = await findRows(scene, ids)
  const values =
    kind === 'trash' ? { deletedAt: now } : { deletedAt: null, trashedWith: null, updatedAt: now }
  await tx.update(tx.t.files).set(values).where(ownRows(scene, ids))
  if (kind === 'untrash') await dropLinks(scene, ids)
  shift[kind === 'trash' ? 'gone' : 'added'].push(...rows)
}

/** Rows of a change that are not changed yet: each finished batch reduces them. */
function inside({ t }: Pick<Tx, 't'>, owner: Owner, change: Carrying): SQL | undefined {
  if (change.kind !== 'untrash') return and(liveIn(t, owner), below(t, change.from))
  return and(eq(t.files.userId, owner.userId), eq(t.files.trashedWith, change.id))
}

/** Changes the next rows; returns how many there were. */
async function carryPiece(scene: ChangeContext, change: Carrying): Promise<number> {
  const { tx, owner, now, shift } = scene
  const { files } = tx.t
  const rows = await tx
    .select()
    .from(files)
    .where(inside(tx, owner, change))
    .orderBy(change.kind === 'untrash' ? files.id : files.pathKey)
    .limit(pieceRows)
  if (rows.length === 0) return 0
  const update = (values: Parameters<ReturnType<Tx['update']>['set']>[0]) =>
    tx
      .update(files)
      .set(values)
      .where(
        ownRows(
          scene,
          rows.map(({ id }) => id),
        ),
      )
  if (change.kind === 'move') {
    const to = joinPath(change.path, change.name)
    const placed = (column: unknown) => sql`${to} || ${after(column, change.from)}`
    await update({
      path: placed(files.path),
      filePath: placed(files.filePath),
      pathKey: placed(files.pathKey),
    })
    shift.added.push(...rows.map((row) => ({ ...row, path: to + row.path.slice(change.from.length) })))
  } else if (change.kind === 'trash') await update({ deletedAt: now, trashedWith: change.id })
  else {
    await dropLinks(
      scene,
      rows.map(({ id }) => id),
    )
    await update({ deletedAt: null, trashedWith: null, updatedAt: now })
  }
  shift[change.kind === 'untrash' ? 'added' : 'gone'].push(...rows)
  return rows.length
}

const takesAlong = (change: Change): change is Carrying => change.kind !== 'put'

type Settings = { store: Store; owner: Owner; now: Date; lock: FolderLock }

/**
 * Makes the rest of the changes fit into one short transaction: contents of large folders are changed in batches before. After a
 * crash it resumes, because the intent still exists.
 */
export async function applyLargeFolders(
  { store, owner, now, lock }: Settings,
  changes: Change[],
): Promise<void> {
  const pause = createYield()
  let room = pieceRows
  for (const change of changes.filter(takesAlong)) {
    const rows = await store.read
      .select({ id: store.t.files.id })
      .from(store.t.files)
      .where(inside(store, owner, change))
      .limit(room + 1)
    await pause()
    if (rows.length <= room) {
      room -= rows.length
      continue
    }
    const next = () =>
      store.tx(async (tx) => {
        await lock.assertHeld(tx)
        const shift = { gone: [], added: [] }
        const count = await carryPiece({ tx, owner, now, shift }, change)
        await shiftTotals(tx, owner, shift)
        return count
      })
    while ((await next()) === pieceRows) await pause()
  }
}

/** Updates the rows to match the bytes; returns the changed ids, in the order of the steps. */
export async function applyChanges(
  place: Pick<ChangeContext, 'tx' | 'owner' | 'now'>,
  changes: Change[],
): Promise<string[]> {
  const scene: ChangeContext = { ...place, shift: { gone: [], added: [] } }
  const displaced = changes.flatMap((change) => displacedBy(change) ?? [])
  if (displaced.length > 0) await changeRoots(scene, 'trash', displaced)
  const puts = changes.filter((change) => change.kind === 'put')
  const grown = puts.reduce((sum, { grows }) => sum + grows, 0)
  await putNew(
    scene,
    puts.filter(({ isNew }) => isNew),
  )
  for (const change of changes) {
    if (change.kind === 'put') {
      if (!change.isNew) await putOver(scene, change)
    } else {
      while ((await carryPiece(scene, change)) === pieceRows);
      if (change.kind === 'move') await moveRoot(scene, change)
    }
  }
  for (const kind of ['trash', 'untrash'] as const) {
    const ids = changes.filter((change) => change.kind === kind).map(({ id }) => id)
    if (ids.length > 0) await changeRoots(scene, kind, ids)
  }
  await addDiskBytes(scene.tx, scene.owner, grown)
  await shiftTotals(scene.tx, scene.owner, scene.shift)
  return changes.map(({ id }) => id)
}

/** The rows of these ids with their plan, in the order of the ids. */
export async function readListed(tx: Tx, owner: Owner, ids: string[]) {
  const { files, userServices, pricingPlans } = tx.t
  if (ids.length === 0) return []
  const rows = await tx
    .select({ file: files, plan: pricingPlans.name })
    .from(files)
    .innerJoin(userServices, and(eq(userServices.userId, files.userId), eq(userServices.id, files.serviceId)))
    .innerJoin(pricingPlans, eq(pricingPlans.id, userServices.planId))
    .where(and(eq(files.userId, owner.userId), inArray(files.id, ids)))
  const byId = new Map(rows.map((row) => [row.file.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}
