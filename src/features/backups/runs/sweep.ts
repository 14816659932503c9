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

/** Younger things may belong to work that is under way. */
const graceMs = hour
const batch = 500

/**
 * Archives without a row are in quarantine, and back in their place once a row knows of them again. What a crash left
 * half-written is gone an hour later; the files a restore had set aside are in quarantine.
 */
export async function sweepFolders(ctx: JobContext): Promise<void> {
  await bringBackKnown(ctx)
  await sweepArchives(ctx)
  await sweepRestores(ctx)
}

const isOld = async (path: string): Promise<boolean> => {
  const stats = await stat(path).catch(() => null)
  // Times of files are the machine's, not the portal's clock.
  return stats !== null && stats.mtimeMs < performance.timeOrigin + performance.now() - graceMs
}

/** Archives among the names, by what precedes their first dot. */
async function readBackups(ctx: JobContext, names: readonly string[]) {
  const { id, status } = ctx.store.t.backups
  const ids = names.map((name) => readId(name.split('.')[0] ?? ''))
  return ctx.store.read.select({ id, status }).from(ctx.store.t.backups).where(inArray(id, ids))
}

/** What a run of a backup or of a test writes to until it is done. */
const isUnfinished = (name: string): boolean => name.endsWith('.tmp') || name.startsWith(scratchPrefix)

/** Whether a worker may be processing it, whatever the clock says. */
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

async function bringBackKnown(ctx: JobContext): Promise<void> {
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

/** Whether a service is locked for a restore; undefined for one that is not in the store. */
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
    // Checked again under the folder's lock: a restore may have begun meanwhile.
    if ((await isBusy(ctx, id)) !== false) return
    lock.assertCurrent()
    await settle(restorePlaces(ctx.env.DATA_DIR, id), (path) => quarantine(ctx, path))
  })
}
