import { existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { StoreError } from '#db/errors.ts'
import { syncPath } from '../system/disk.ts'

/** Where a restore unpacks a whole backup; it exists until the backup's portal is in place. */
export const stageOf = (dataDir: string): string => join(dataDir, 'restoring')

const endedOf = (dataDir: string): string => join(dataDir, 'restoring.ended')

/** @throws StoreError that says how to continue while a whole backup is not completely restored */
export function assertRestored(dataDir: string): void {
  const stage = stageOf(dataDir)
  if (existsSync(stage))
    throw new StoreError(
      `a restore into ${dataDir} has not ended: unless it is still running, run the same restore again, or remove ${stage} to give it up`,
    )
}

/** The remains of a restore that was killed at its end are removed. */
export const removeEnded = (dataDir: string): Promise<void> =>
  rm(endedOf(dataDir), { recursive: true, force: true })

/** The restore has ended, in one step: a stage removed piece by piece would look like one that has just begun. */
export async function endStage(dataDir: string): Promise<void> {
  await removeEnded(dataDir)
  await rename(stageOf(dataDir), endedOf(dataDir))
  await syncPath(dataDir)
  await removeEnded(dataDir)
}
