import { existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { StoreError } from '#db/errors.ts'
import { syncPath } from '../disk.ts'

/** Where a restore unpacks a whole backup; it is there until the portal of the backup is in place. */
export const stageOf = (dataDir: string): string => join(dataDir, 'restoring')

const endedOf = (dataDir: string): string => join(dataDir, 'restoring.ended')

/** @throws StoreError with the way on while a whole backup is not restored to its end */
export function assertRestored(dataDir: string): void {
  const stage = stageOf(dataDir)
  if (existsSync(stage))
    throw new StoreError(
      `a restore into ${dataDir} has not ended: unless it is still running, run the same restore again, or remove ${stage} to give it up`,
    )
}

/** What a restore that was killed at its end has left is gone. */
export const removeEnded = (dataDir: string): Promise<void> =>
  rm(endedOf(dataDir), { recursive: true, force: true })

/** The restore has ended, in one step: a stage that goes piece by piece looks like one that has just begun. */
export async function endStage(dataDir: string): Promise<void> {
  await removeEnded(dataDir)
  await rename(stageOf(dataDir), endedOf(dataDir))
  await syncPath(dataDir)
  await removeEnded(dataDir)
}
