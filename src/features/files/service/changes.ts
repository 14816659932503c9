import { and, eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import type { Tx } from '#db/store.ts'
import { addDiskBytes } from '#features/servers/disk-usage.ts'
import { joinPath } from '../contract/names.ts'
import { below, type FileRow, liveIn, type Owner } from './rows.ts'

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
  /** Bytes the service occupies more by it. */
  grows: number
}
type Moved = { kind: 'move'; id: string; from: string; path: string; name: string; type: string }
type Trashed = { kind: 'trash'; id: string; from: string }
type Untrashed = { kind: 'untrash'; id: string }

/** What becomes of rows once their bytes have moved. Plain JSON: it waits in the intent. */
export type Change = Put | Moved | Trashed | Untrashed

/** Bytes that move within a service's folder (`from` is null for a folder that is made), and the rows that follow. */
export type Step = { from: string | null; to: string; change: Change }

type Scene = { tx: Tx; owner: Owner; now: Date }

const byId = ({ tx: { t }, owner }: Scene, id: string): SQL | undefined =>
  and(eq(t.files.userId, owner.userId), eq(t.files.id, id))

async function put({ tx, owner, now }: Scene, change: Put): Promise<void> {
  const { files } = tx.t
  const { id, isNew, path, name, type, size, isFolder, sha256, grows } = change
  const filePath = joinPath(path, name)
  const at = { uploadedAt: now, updatedAt: now }
  const bytes = { fileType: type, fileSize: size, sha256, ...at }
  if (isNew) {
    const place = { fileName: name, path, filePath, pathKey: filePath, isFolder }
    await tx.insert(files).values({ id, ...owner, ...place, ...bytes })
  } else {
    await tx.update(files).set(bytes).where(byId({ tx, owner, now }, id))
  }
  await addDiskBytes(tx, owner, grows)
}

/** The part of a text after its first `length` characters, counted as both engines do. */
const after = (column: FileRow[keyof FileRow] | SQL | unknown, text: string): SQL =>
  sql`substr(${column}, ${[...text].length + 1})`

async function move(scene: Scene, { id, from, path, name, type }: Moved): Promise<void> {
  const { tx, owner, now } = scene
  const { files } = tx.t
  const filePath = joinPath(path, name)
  const place = { fileName: name, path, filePath, pathKey: filePath }
  await tx
    .update(files)
    .set({ ...place, fileType: type, updatedAt: now })
    .where(byId(scene, id))
  await tx
    .update(files)
    .set({
      path: sql`${filePath} || ${after(files.path, from)}`,
      filePath: sql`${filePath} || ${after(files.filePath, from)}`,
      pathKey: sql`${filePath} || ${after(files.pathKey, from)}`,
    })
    .where(and(liveIn(tx.t, owner), below(tx.t, from)))
}

async function trash(scene: Scene, { id, from }: Trashed): Promise<void> {
  const { tx, owner, now } = scene
  const { files } = tx.t
  await tx
    .update(files)
    .set({ deletedAt: now, trashedWith: id })
    .where(and(liveIn(tx.t, owner), below(tx.t, from)))
  await tx.update(files).set({ deletedAt: now }).where(byId(scene, id))
}

async function untrash(scene: Scene, { id }: Untrashed): Promise<void> {
  const { tx, owner, now } = scene
  const { files } = tx.t
  const own = and(eq(files.userId, owner.userId), or(eq(files.id, id), eq(files.trashedWith, id)))
  await tx.update(files).set({ deletedAt: null, trashedWith: null, updatedAt: now }).where(own)
}

/** The rows say what the bytes say; answers the ids that were changed, in the order of the steps. */
export async function applyChanges(scene: Scene, changes: Change[]): Promise<string[]> {
  for (const change of changes) {
    if (change.kind === 'put') await put(scene, change)
    else if (change.kind === 'move') await move(scene, change)
    else if (change.kind === 'trash') await trash(scene, change)
    else await untrash(scene, change)
  }
  return changes.map(({ id }) => id)
}

/** The rows of these ids with the plan they are stored under, in the order of the ids. */
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
