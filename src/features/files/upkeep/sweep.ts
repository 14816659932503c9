import { basename, dirname, join } from 'node:path'
import { and, inArray, isNotNull, isNull, lt, lte, notInArray } from 'drizzle-orm'
import type { JobContext } from '#server/context.ts'
import { namesIn, statOrNull } from '#server/system/disk.ts'
import { hour } from '#shared/time.ts'
import { withFolderLock } from '../service/folder-lock.ts'
import { trashBegins } from '../service/rows.ts'
import { incomingFolder, temporaryPath, trashPath } from '../storage/folders.ts'
import { bringBack, emptyQuarantine, listQuarantine, quarantine } from '../storage/quarantine.ts'
import { createYield } from '../storage/yield.ts'
import { purgeRows, removeBytes, type Trashed } from '../trash/purge.ts'
import { isolateFailure } from './isolate-failure.ts'
import { purgeEndedFiles } from './purge-ended.ts'

type Remove = (path: string) => Promise<void>

const batch = 100

type TrashPlace = { serviceId: string; id: string }

const expired = ({ store, now }: JobContext) => {
  const { deletedAt, trashedWith } = store.t.files
  return and(isNotNull(deletedAt), isNull(trashedWith), lte(deletedAt, trashBegins(now())))
}

/** Rows first, then bytes: a crash in between leaves orphans, which a later sweep quarantines. */
async function purge(ctx: JobContext, trashed: Trashed, remove: Remove): Promise<void> {
  const { serviceId } = trashed
  const ids = await withFolderLock(ctx, serviceId, () => purgeRows(ctx, trashed))
  await removeBytes(ctx, { serviceId, ids }, remove)
}

/** Deletes trash older than seven days, except for services where that fails. */
async function purgeExpired(ctx: JobContext, remove: Remove): Promise<void> {
  const { files } = ctx.store.t
  const failed = new Set<string>()
  for (let isMore = true; isMore; ) {
    const others = failed.size > 0 ? notInArray(files.serviceId, [...failed]) : undefined
    const due = await ctx.store.read
      .select({ id: files.id, userId: files.userId, serviceId: files.serviceId })
      .from(files)
      .where(and(expired(ctx), others))
      .limit(batch)
    for (const trashed of due) {
      const { serviceId } = trashed
      if (failed.has(serviceId)) continue
      if (!(await isolateFailure(ctx.log, serviceId, () => purge(ctx, trashed, remove))))
        failed.add(serviceId)
    }
    isMore = due.length === batch
  }
}

/** Names in a folder that were not touched for an hour: younger ones may belong to work in progress. */
async function oldNamesIn(ctx: JobContext, folder: string): Promise<string[]> {
  const old: string[] = []
  for (const name of await namesIn(folder)) {
    const found = await statOrNull(join(folder, name))
    // By the clock of the file system, which the portal also uses.
    if (found && found.ctimeMs <= ctx.now().getTime() - hour) old.push(name)
  }
  return old
}

const isId = (name: string): boolean => /^[\da-f-]{36}$/.test(name)

/** The `names` that are ids of services. */
async function knownServices(ctx: JobContext, names: readonly string[]): Promise<Set<string>> {
  const { userServices } = ctx.store.t
  const known = new Set<string>()
  const pause = createYield()
  for (let at = 0; at < names.length; at += batch) {
    const some = names.slice(at, at + batch).filter(isId)
    if (some.length === 0) continue
    const rows = await ctx.store.read
      .select({ id: userServices.id })
      .from(userServices)
      .where(inArray(userServices.id, some))
    for (const { id } of rows) known.add(id)
    await pause()
  }
  return known
}

/** The ids that have a row of the service's owner: files are looked up by owner and id. */
async function knownFiles(ctx: JobContext, trash: readonly TrashPlace[]): Promise<Set<string>> {
  const { files, userServices } = ctx.store.t
  const known = new Set<string>()
  const pause = createYield()
  for (let at = 0; at < trash.length; at += batch) {
    const some = trash.slice(at, at + batch).filter(({ serviceId, id }) => isId(serviceId) && isId(id))
    if (some.length === 0) continue
    const owners = ctx.store.read
      .select({ userId: userServices.userId })
      .from(userServices)
      .where(inArray(userServices.id, [...new Set(some.map(({ serviceId }) => serviceId))]))
    const ids = some.map(({ id }) => id)
    const rows = await ctx.store.read
      .select({ id: files.id })
      .from(files)
      .where(and(inArray(files.userId, owners), inArray(files.id, ids)))
    for (const { id } of rows) known.add(id)
    await pause()
  }
  return known
}

/** Abandoned uploads: none of their bytes were committed. */
async function dropUnfinished(ctx: JobContext, folder: string, remove: Remove): Promise<void> {
  for (const name of await oldNamesIn(ctx, folder)) await remove(join(folder, name))
}

/** Quarantines everything in a service's trash that has no row. */
async function sweepTrash(ctx: JobContext, serviceId: string, trash: string): Promise<void> {
  const names = await oldNamesIn(ctx, trash)
  const known = await knownFiles(
    ctx,
    names.map((id) => ({ serviceId, id })),
  )
  for (const name of names) if (!known.has(name)) await quarantine(ctx, join(trash, name))
}

const services = 'services'
const trashed = /^services\/([\da-f-]{36})\/trash\/([\da-f-]{36})$/

/** Restores services' folders and trash that rows refer to again, for example after the right database was restored. */
async function bringBackKnown(ctx: JobContext): Promise<void> {
  const quarantined = await listQuarantine(ctx.env.DATA_DIR)
  const idOf = (path: string) => (dirname(path) === services && isId(basename(path)) ? basename(path) : null)
  const trashOf = (path: string): TrashPlace | null => {
    const [, serviceId, id] = trashed.exec(path) ?? []
    return serviceId && id ? { serviceId, id } : null
  }
  const folders = await knownServices(
    ctx,
    quarantined.flatMap(({ path }) => idOf(path) ?? []),
  )
  const files = await knownFiles(
    ctx,
    quarantined.flatMap(({ path }) => trashOf(path) ?? []),
  )
  for (const each of quarantined) {
    const isKnown = folders.has(idOf(each.path) ?? '') || files.has(trashOf(each.path)?.id ?? '')
    if (isKnown) await bringBack(ctx, each)
  }
}

/**
 * Deletes trash older than seven days, abandoned uploads after an hour, and the files of services that ended 30 days ago.
 * Quarantines service folders and trash entries without a row: the rows may be wrong.
 */
export async function sweepFiles(ctx: JobContext, remove: Remove): Promise<void> {
  await purgeExpired(ctx, remove)
  const { fileShares } = ctx.store.t
  await ctx.store.tx((tx) => tx.delete(fileShares).where(lt(fileShares.expiresAt, ctx.now())))
  await dropUnfinished(ctx, incomingFolder(ctx.env.DATA_DIR), remove)
  await bringBackKnown(ctx)
  const folder = join(ctx.env.DATA_DIR, services)
  const names = await namesIn(folder)
  const known = await knownServices(ctx, names)
  await purgeEndedFiles(ctx, [...known], remove)
  const forgotten = new Set((await oldNamesIn(ctx, folder)).filter((name) => !known.has(name)))
  for (const name of names) {
    const root = join(folder, name)
    if (forgotten.has(name)) await quarantine(ctx, root)
    if (!known.has(name)) continue
    await isolateFailure(ctx.log, name, async () => {
      await dropUnfinished(ctx, join(root, temporaryPath('')), remove)
      await sweepTrash(ctx, name, join(root, trashPath('')))
    })
  }
  await emptyQuarantine(ctx)
}
