import { join } from 'node:path'
import { and, asc, eq, gt, inArray } from 'drizzle-orm'
import type { Store, Tx } from '#db/types.ts'
import { isWelcomePage } from '#features/hosting/site-folder.ts'
import { addDiskBytes } from '#features/services/disk-usage.ts'
import { statOrNull } from '#server/system/disk.ts'
import { splitPath } from '../contract/names.ts'
import { folderType } from '../contract/types.ts'
import { type FileRow, liveIn, type Owner } from '../service/rows.ts'
import { readTotals, type Shift, shiftTotals } from '../service/totals.ts'
import { typeOf } from '../service/type-of.ts'
import { createYield } from '../storage/yield.ts'

/** A file or folder below a service's root, `/`-separated. */
export type TreeItem = { path: string; kind: 'file' | 'folder'; sizeBytes: number; sha256: string | null }

export type Tree = {
  owner: Owner
  /** The folder of the tree, which does not change meanwhile. */
  root: string
  /** The contents of the folder. */
  items: AsyncIterable<TreeItem>
  now: Date
  /** Called in every transaction; throws to stop when another process has taken over the work. */
  assertOurs: (tx: Tx) => Promise<void>
}

/** Rows of one transaction: few enough that others do not wait. */
const pieceRows = 100

/** NFC of the path: NFC and NFD twins are one name. */
const keyOf = (path: string): string => path.normalize('NFC')

const factsOf = (item: TreeItem) => ({
  fileType: item.kind === 'folder' ? folderType : typeOf(item.path),
  fileSize: item.sizeBytes,
  isFolder: item.kind === 'folder',
  sha256: item.sha256,
})

function newRow({ owner, now }: Tree, item: TreeItem) {
  const { path, name } = splitPath(item.path)
  const place = { fileName: name, path, filePath: item.path, pathKey: keyOf(item.path) }
  return { id: Bun.randomUUIDv7(), ...owner, ...place, ...factsOf(item), uploadedAt: now, updatedAt: now }
}

const isSame = (row: FileRow, item: TreeItem): boolean =>
  row.sha256 === item.sha256 &&
  row.isFolder === (item.kind === 'folder') &&
  row.fileSize === item.sizeBytes &&
  row.fileType === factsOf(item).fileType

/** The changes that make the rows match the items. */
type Plan = {
  gone: FileRow[]
  added: ReturnType<typeof newRow>[]
  changed: { row: FileRow; item: TreeItem }[]
}

async function planPiece(store: Store, tree: Tree, items: TreeItem[]): Promise<Plan & { kept: number }> {
  const { files } = store.t
  const expected = new Map<string, TreeItem>()
  for (const item of items) if (!expected.has(keyOf(item.path))) expected.set(keyOf(item.path), item)
  const rows = await store.read
    .select()
    .from(files)
    .where(and(liveIn(store.t, tree.owner), inArray(files.pathKey, [...expected.keys()])))
  const byKey = new Map(rows.map((row) => [row.pathKey, row]))
  const plan: Plan & { kept: number } = { gone: [], added: [], changed: [], kept: 0 }
  for (const [key, item] of expected) {
    const row = byKey.get(key)
    if (row?.filePath === item.path) {
      if (!isSame(row, item)) plan.changed.push({ row, item })
      plan.kept += 1
    } else if (row) {
      // Another spelling of the name: the first of two gets the row.
      if (await statOrNull(join(tree.root, row.filePath))) continue
      plan.gone.push(row)
      plan.added.push(newRow(tree, item))
    } else if (!isWelcomePage(item)) plan.added.push(newRow(tree, item))
  }
  return plan
}

const sizeOf = (rows: { fileSize: number }[]): number => rows.reduce((sum, { fileSize }) => sum + fileSize, 0)

/** Rows, totals and the bytes of the service change together. */
async function write(store: Store, { owner, now, assertOurs }: Tree, plan: Plan): Promise<void> {
  const { gone, added, changed } = plan
  if (gone.length + added.length + changed.length === 0) return
  await store.tx(async (tx) => {
    await assertOurs(tx)
    const { files } = tx.t
    const own = (ids: string[]) => and(eq(files.userId, owner.userId), inArray(files.id, ids))
    const goneIds = gone.map(({ id }) => id)
    if (goneIds.length > 0) await tx.delete(files).where(own(goneIds))
    if (added.length > 0) await tx.insert(files).values(added)
    const shift: Shift = { gone: [...gone], added: [...added] }
    for (const { row, item } of changed) {
      const facts = factsOf(item)
      await tx
        .update(files)
        .set({ ...facts, updatedAt: now })
        .where(own([row.id]))
      shift.gone.push(row)
      shift.added.push({ ...row, ...facts })
    }
    await shiftTotals(tx, owner, shift)
    const before = sizeOf([...gone, ...changed.map(({ row }) => row)])
    await addDiskBytes(tx, owner, sizeOf(added) + sizeOf(changed.map(({ item }) => factsOf(item))) - before)
  })
}

/** Deletes rows of files that are no longer in the tree. */
async function dropMissing(store: Store, tree: Tree): Promise<void> {
  const { files } = store.t
  const pause = createYield()
  for (let last = ''; ; ) {
    const rows = await store.read
      .select()
      .from(files)
      .where(and(liveIn(store.t, tree.owner), gt(files.pathKey, last)))
      .orderBy(asc(files.pathKey))
      .limit(pieceRows)
    const found = await Promise.all(rows.map(({ filePath }) => statOrNull(join(tree.root, filePath))))
    const gone = rows.filter((_, at) => !found[at])
    await write(store, tree, { gone, added: [], changed: [] })
    const end = rows.at(-1)
    if (!end || rows.length < pieceRows) return
    last = end.pathKey
    await pause()
  }
}

/**
 * Makes the service's rows match its tree, except the welcome page: existing files keep their id and shares, the trash is not
 * touched; the occupied bytes follow. Uses short transactions: after an interruption it starts again and skips finished work.
 */
export async function reindexFiles(store: Store, tree: Tree): Promise<void> {
  const pause = createYield()
  let placed = 0
  let piece: TreeItem[] = []
  const settle = async () => {
    const plan = await planPiece(store, tree, piece)
    await write(store, tree, plan)
    placed += plan.kept + plan.added.length
    piece = []
    await pause()
  }
  for await (const item of tree.items) {
    piece.push(item)
    if (piece.length === pieceRows) await settle()
  }
  if (piece.length > 0) await settle()
  const [totals] = await readTotals(store, tree.owner)
  const there = (totals?.files ?? 0) + (totals?.folders ?? 0)
  if (there !== placed) await dropMissing(store, tree)
}
