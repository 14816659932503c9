import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { exists, removeAll, renameDurably, syncPath, writeDurably } from '#server/system/disk.ts'
import { Refused } from '../archive/refused.ts'
import type { RestorePlaces } from '../folders.ts'

/**
 * The swap in progress in a service's folder. Written before the first rename and removed after the last, so that recovery after
 * a
 * crash knows which tree counts: without a marker, the live one.
 */
const marker = z.object({
  jobId: z.string(),
  /** `rows`: the new tree is in place and rows are being updated; there is no way back. */
  direction: z.enum(['forward', 'rows', 'back']),
  /** The restored backup, from `rows` on. */
  backupId: z.string().optional(),
})
export type Marker = z.output<typeof marker>

const discardedName = 'restore-discarded'
const inTheWay = 'Files left by an earlier restore are in the way.'

/** The marker of a service's folder, `null` when no swap is in progress. */
export async function readMarker({ marker: path }: RestorePlaces): Promise<Marker | null> {
  if (!(await exists(path))) return null
  return marker.parse(JSON.parse(await readFile(path, 'utf8')))
}

/** Writes the marker atomically and durably. */
export async function writeMarker({ marker: path }: RestorePlaces, value: Marker): Promise<void> {
  const temporary = `${path}.tmp`
  await writeDurably(temporary, JSON.stringify(value))
  await renameDurably(temporary, path)
}

async function removeMarker({ marker: path, service }: RestorePlaces): Promise<void> {
  await removeAll(path)
  await syncPath(service)
}

/** Moves the live tree aside, unless already done. */
export async function setAside({ live, staging, previous }: RestorePlaces): Promise<void> {
  if ((await exists(staging)) && (await exists(live)) && !(await exists(previous)))
    await renameDurably(live, previous)
}

/** Makes the staged tree live, unless already done. */
export async function activateStaging({ live, staging }: RestorePlaces): Promise<void> {
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
 * Makes the tree from before this job's swap live again and removes the rest of its restore. A set-aside tree without this job's
 * marker belongs to another job and is left alone.
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

/** Removes the old tree once the rows match the new one; renamed first, so that a partial tree never looks complete. */
export async function discardPrevious(places: RestorePlaces): Promise<void> {
  const discarded = join(places.service, discardedName)
  await removeAll(discarded)
  if (await exists(places.previous)) await renameDurably(places.previous, discarded)
  await removeMarker(places)
  await removeAll(places.staging)
  await removeAll(discarded)
}

/** Returns whether the path was moved away. */
export type MoveAway = (path: string) => Promise<boolean>

/** Makes the customer's tree live, and passes a set-aside tree to `keep`. */
async function tidy(places: RestorePlaces, moveAway: MoveAway): Promise<void> {
  const { live, previous, staging, service } = places
  // A restore stopped between its two renames, before any row update: the old tree counts.
  if (!(await exists(live))) {
    if (await exists(previous)) await renameDurably(previous, live)
    else await activateStaging(places)
  }
  // Without a marker nothing refers to the set-aside tree: only `keep` may touch it.
  await removeMarker(places)
  await removeAll(staging)
  await removeAll(join(service, discardedName))
  if ((await exists(previous)) && !(await moveAway(previous))) throw new Refused(inTheWay)
}

/**
 * Cleans up after an earlier restore, finished or failed. A set-aside tree goes to `keep`, since only the rows of its time knew
 * whether it is still needed.
 * @throws Refused when that fails, because the next restore needs its place
 */
export async function settle(places: RestorePlaces, moveAway: MoveAway): Promise<void> {
  await mkdir(places.service, { recursive: true })
  const left = await readMarker(places)
  if (left?.direction === 'back') await rollBack(places, left.jobId)
  else await tidy(places, moveAway)
  await mkdir(places.live, { recursive: true })
}
