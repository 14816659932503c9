import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { eq, inArray } from 'drizzle-orm'
import type { JobContext } from '#server/context.ts'
import { readId } from '#shared/schema.ts'
import { hour } from '#shared/time.ts'
import { exists, removeAll } from '../archive/durable.ts'
import { isMissing } from '../archive/refused.ts'
import { archiveFolder, restorePlaces } from '../folders.ts'
import { settle } from './swap.ts'

/** Younger things may belong to work that is under way. */
const graceMs = hour
const batch = 500

const list = (folder: string): Promise<string[]> =>
  readdir(folder).catch((error) => {
    if (isMissing(error)) return []
    throw error
  })

/** Archives without a row, and what a crash left half-written or set aside, are gone an hour later. */
export async function sweepFolders(ctx: JobContext): Promise<void> {
  await sweepArchives(ctx)
  await sweepRestores(ctx)
}

const isOld = async (path: string): Promise<boolean> => {
  const stats = await stat(path).catch(() => null)
  // Times of files are the machine's, not the portal's clock.
  return stats !== null && stats.mtimeMs < performance.timeOrigin + performance.now() - graceMs
}

async function sweepArchives(ctx: JobContext): Promise<void> {
  const folder = archiveFolder(ctx.env.DATA_DIR)
  const { id } = ctx.store.t.backups
  const old: string[] = []
  for (const name of await list(folder)) if (await isOld(join(folder, name))) old.push(name)
  for (let at = 0; at < old.length; at += batch) {
    const names = old.slice(at, at + batch)
    const ids = names.map((name) => name.replace(/\.zip$/, ''))
    const rows = await ctx.store.read
      .select({ id })
      .from(ctx.store.t.backups)
      .where(inArray(id, ids.map(readId)))
    const known = new Set(rows.map((row) => `${row.id}.zip`))
    for (const name of names) if (!known.has(name)) await removeAll(join(folder, name))
  }
}

async function sweepRestores(ctx: JobContext): Promise<void> {
  const { userServices } = ctx.store.t
  for (const id of await list(join(ctx.env.DATA_DIR, 'services'))) {
    const places = restorePlaces(ctx.env.DATA_DIR, id)
    const left = [places.marker, places.previous, places.staging, join(places.service, 'restore-discarded')]
    if (!(await Promise.all(left.map(exists))).some(Boolean)) continue
    const [service] = await ctx.store.read
      .select({ busy: userServices.busy })
      .from(userServices)
      .where(eq(userServices.id, id))
    if (service && !service.busy) await settle(places)
  }
}
