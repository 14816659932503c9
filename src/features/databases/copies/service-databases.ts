import type { ServiceDatabases } from '#features/backups/drivers/service-databases.ts'
import { discardRun } from './discard.ts'
import { dumpDatabase, listDatabases } from './list.ts'
import { putRunIn, takeRunBack } from './put-in.ts'
import { assertRoom, diskBytes } from './room.ts'
import { stageCopy } from './stage.ts'

/** The databases driver of backups. */
export const serviceDatabases: ServiceDatabases = {
  list: listDatabases,
  dump: dumpDatabase,
  assertRoom,
  diskBytes,
  stage: stageCopy,
  putIn: putRunIn,
  takeBack: takeRunBack,
  discard: discardRun,
}
