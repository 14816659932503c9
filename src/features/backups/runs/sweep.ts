import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { and, eq, inArray } from 'drizzle-orm'
import { withFolderLock } from '#features/files/service/folder-lock.ts'
import { bringBack, listQuarantine, quarantine } from '#features/files/storage/quarantine.ts'
import { isolateFailure } from '#features/files/upkeep/isolate-failure.ts'
import type { JobContext } from '#server/context.ts'
import { exists, namesIn, removeAll } from '#server/system/disk.ts'
import { readId } from '#shared/schema.ts'
import { hour } from '#shared/time.ts'
import { archiveFolder, restorePlaces, scratchPrefix } from '../folders.ts'
import { settle } from './swap.ts'

/** Younger files may belong to running work. */
const graceMs = hour
const batch = 500

/**
 * Quarantines archives without a row, and brings them back once their row exists again. Deletes half-written files after an hour,
 * and quarantines files set aside by a restore.
 */
export async function sweepFolders(ctx: JobContext): Promise<void> {
  await restoreKnown(ctx)
  await sweepArchives(ctx)
  await sweepRestores(ctx)
}

const isOld = async (path: string): Promise<boolean> => {
  const stats = await stat(path).catch(() => null)
  // File times come from the system clock, not the portal's.
  return stats !== null && stats.mtimeMs < performance.timeOrigin + performance.now() - graceMs
}

/** The archives among the names, by the part before their first dot. */
async function readBackups(ctx: JobContext, names: readonly string[]) {
  const { id, status } = ctx.store.t.backups
  const ids = names.map((name) => readId(name.split('.')[0] ?? ''))
  return ctx.store.read.select({ id, status }).from(ctx.store.t.backups).where(inArray(id, ids))
}

/** Temporary files and folders of a backup or a test run. */
const isUnfinished = (name: string): boolean => name.endsWith('.tmp') || name.startsWith(scratchPrefix)

/** Whether a worker may be processing it, regardless of its age. */
async function isInHand(ctx: JobContext, name: string): Promise<boolean> {
  if (!name.startsWith(scratchPrefix))
    return (await readBackups(ctx, [name])).some(({ status }) => status === 'pending')
  const { jobs } = ctx.store.t
  const isThis = and(eq(jobs.id, readId(name.slice(scratchPrefix.length))), eq(jobs.status, 'running'))
  return (await ctx.store.read.$count(jobs, isThis)) > 0
}

async function sweepArchives(ctx: JobContext): Promise<void> {
  const folder = archiveFolder(ctx.env.DATA_DIR)
  const old: string[] = []
  for (const name of await namesIn(folder)) if (await isOld(join(folder, name))) old.push(name)
  for (let at = 0; at < old.length; at += batch) {
    const names = old.slice(at, at + batch)
    const known = new Set((await readBackups(ctx, names)).map(({ id }) => `${id}.zip`))
    for (const name of names) {
      if (known.has(name)) continue
      if (!isUnfinished(name)) await quarantine(ctx, join(folder, name))
      else if (!(await isInHand(ctx, name))) await removeAll(join(folder, name))
    }
  }
}

const archived = /^backups\/([\da-f-]{36}\.zip)$/

async function restoreKnown(ctx: JobContext): Promise<void> {
  const held = (await listQuarantine(ctx.env.DATA_DIR)).filter(({ path }) => archived.test(path))
  for (let at = 0; at < held.length; at += batch) {
    const some = held.slice(at, at + batch)
    const rows = await readBackups(
      ctx,
      some.map(({ path }) => archived.exec(path)?.[1] ?? ''),
    )
    const known = new Set(rows.map(({ id }) => `backups/${id}.zip`))
    for (const each of some) if (known.has(each.path)) await bringBack(ctx, each)
  }
}

/** Whether a service is locked for a restore; undefined when the store does not have it. */
async function isBusy({ store }: JobContext, id: string): Promise<boolean | undefined> {
  const { userServices } = store.t
  const [service] = await store.read
    .select({ busy: userServices.busy })
    .from(userServices)
    .where(eq(userServices.id, id))
  return service && service.busy !== null
}

async function sweepRestores(ctx: JobContext): Promise<void> {
  for (const id of await namesIn(join(ctx.env.DATA_DIR, 'services'))) {
    const places = restorePlaces(ctx.env.DATA_DIR, id)
    const left = [places.marker, places.previous, places.staging, join(places.service, 'restore-discarded')]
    if (!(await Promise.all(left.map(exists))).some(Boolean)) continue
    await isolateFailure(ctx.log, id, () => settleLeft(ctx, id))
  }
}

async function settleLeft(ctx: JobContext, id: string): Promise<void> {
  if ((await isBusy(ctx, id)) !== false) return
  await withFolderLock(ctx, id, async (lock) => {
    // Rechecked under the folder lock: a restore may have begun meanwhile.
    if ((await isBusy(ctx, id)) !== false) return
    lock.assertCurrent()
    await settle(restorePlaces(ctx.env.DATA_DIR, id), (path) => quarantine(ctx, path))
  })
}
