import { existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { StoreError } from '#db/errors.ts'
import { syncPath } from '../system/disk.ts'

/** The folder into which a restore unpacks a complete backup; it exists until the portal is in place. */
export const stageOf = (dataDir: string): string => join(dataDir, 'restoring')

const endedOf = (dataDir: string): string => join(dataDir, 'restoring.ended')

/** @throws StoreError with the remedy while a restore is incomplete */
export function assertRestored(dataDir: string): void {
  const stage = stageOf(dataDir)
  if (existsSync(stage))
    throw new StoreError(
      `a restore into ${dataDir} is unfinished: unless it is still running, run the same restore again, or remove ${stage} to give it up`,
    )
}

/** Deletes the remains of a restore that was killed at its end. */
export const removeEnded = (dataDir: string): Promise<void> =>
  rm(endedOf(dataDir), { recursive: true, force: true })

/** Ends the restore in one step: a stage deleted piece by piece would look like a new one. */
export async function endStage(dataDir: string): Promise<void> {
  await removeEnded(dataDir)
  await rename(stageOf(dataDir), endedOf(dataDir))
  await syncPath(dataDir)
  await removeEnded(dataDir)
}
