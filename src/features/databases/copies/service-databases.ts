import type { ServiceDatabases } from '#features/backups/drivers/service-databases.ts'
import { discardRun } from './discard.ts'
import { dumpDatabase, listDatabases } from './list.ts'
import { assertRoom, diskBytes } from './room.ts'
import { stageCopy } from './stage.ts'
import { swapInRun, swapOutRun } from './swap-in.ts'

/** The databases driver of backups. */
export const serviceDatabases: ServiceDatabases = {
  list: listDatabases,
  dump: dumpDatabase,
  assertRoom,
  diskBytes,
  stage: stageCopy,
  swapIn: swapInRun,
  swapOut: swapOutRun,
  discard: discardRun,
}
