import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { exists, removeAll, renameDurably, syncPath, writeDurably } from '#server/system/disk.ts'
import { Refused } from '../archive/refused.ts'
import type { RestorePlaces } from '../folders.ts'

/**
 * What is under way in a service's folder. It is written before the first rename and removed after the last, so that
 * whoever comes after a crash knows which tree is to stand: without one, the live tree does.
 */
const marker = z.object({
  jobId: z.string(),
  /** `rows`: the new tree is in place and rows are being updated to it; this cannot be undone. */
  direction: z.enum(['forward', 'rows', 'back']),
  /** The backup that is put back, from `rows` on. */
  backupId: z.string().optional(),
})
export type Marker = z.output<typeof marker>

const discardedName = 'restore-discarded'
const inTheWay = 'Files left by an earlier restore are in the way.'

/** The marker of a service's folder, `null` when nothing is under way. */
export async function readMarker({ marker: path }: RestorePlaces): Promise<Marker | null> {
  if (!(await exists(path))) return null
  return marker.parse(JSON.parse(await readFile(path, 'utf8')))
}

/** The marker is on the disk, whole. */
export async function writeMarker({ marker: path }: RestorePlaces, value: Marker): Promise<void> {
  const temporary = `${path}.tmp`
  await writeDurably(temporary, JSON.stringify(value))
  await renameDurably(temporary, path)
}

async function removeMarker({ marker: path, service }: RestorePlaces): Promise<void> {
  await removeAll(path)
  await syncPath(service)
}

/** The live tree is set aside, if it was not already. */
export async function setAside({ live, staging, previous }: RestorePlaces): Promise<void> {
  if ((await exists(staging)) && (await exists(live)) && !(await exists(previous)))
    await renameDurably(live, previous)
}

/** The staged tree is the live one, if it was not already. */
export async function putIn({ live, staging }: RestorePlaces): Promise<void> {
  if (await exists(staging)) await renameDurably(staging, live)
}

async function swapBack({ live, staging, previous }: RestorePlaces): Promise<void> {
  if (!(await exists(previous))) return
  if (await exists(live)) {
    await removeAll(staging)
    await renameDurably(live, staging)
  }
  await renameDurably(previous, live)
}

/**
 * The tree from before the swap of this job is the live one again; nothing of its restore is left. A tree there without its
 * marker was set aside by another job, and is left alone.
 */
export async function rollBack(places: RestorePlaces, jobId: string): Promise<void> {
  const marked = await readMarker(places)
  if (marked && marked.jobId !== jobId) return
  if (marked) {
    await writeMarker(places, { jobId, direction: 'back' })
    await swapBack(places)
    await removeMarker(places)
  }
  await removeAll(places.staging)
}

/** Once the rows say the new tree, the old one goes; its name first, so that half of it is never taken for the whole. */
export async function discardPrevious(places: RestorePlaces): Promise<void> {
  const discarded = join(places.service, discardedName)
  await removeAll(discarded)
  if (await exists(places.previous)) await renameDurably(places.previous, discarded)
  await removeMarker(places)
  await removeAll(places.staging)
  await removeAll(discarded)
}

/** Answers whether what lay at the path was taken from there. */
export type Keep = (path: string) => Promise<boolean>

/** The tree that the customer has is the live one, and what an earlier restore set aside was handed to `keep`. */
async function tidy(places: RestorePlaces, keep: Keep): Promise<void> {
  const { live, previous, staging, service } = places
  // A restore was cut off between its two renames, and the rows know nothing of it: the tree from before it counts.
  if (!(await exists(live))) {
    if (await exists(previous)) await renameDurably(previous, live)
    else await putIn(places)
  }
  // From here on no marker speaks of the tree that was set aside: none but `keep` may touch it.
  await removeMarker(places)
  await removeAll(staging)
  await removeAll(join(service, discardedName))
  if ((await exists(previous)) && !(await keep(previous))) throw new Refused(inTheWay)
}

/**
 * The service's folder is as an earlier restore, finished or given up, is to have left it. A tree that it had set aside goes
 * to `keep`: whether it is still needed, only the rows of its time knew.
 * @throws Refused when it could not be kept: where it lies, the next restore would put its own
 */
export async function settle(places: RestorePlaces, keep: Keep): Promise<void> {
  await mkdir(places.service, { recursive: true })
  const left = await readMarker(places)
  if (left?.direction === 'back') await rollBack(places, left.jobId)
  else await tidy(places, keep)
  await mkdir(places.live, { recursive: true })
}
