import { type DatabaseType, typeNames } from '#features/engines/contract/kinds.ts'
import type { DatabaseRow } from './database-rows.ts'

const isAway = (type: DatabaseType): string => `${typeNames[type]} does not have this database any more`

/** Reason on a `failed` row whose database is missing in its engine. */
export const missingReason = (type: DatabaseType): string =>
  `${isAway(type)}. It was removed by DROP DATABASE or lost by the server. Restore a backup, or recreate it empty.`

/** Whether the engine had it and then lost it. */
export const isMissing = ({ status, dbType, reason }: DatabaseRow): boolean =>
  status === 'failed' && reason !== null && reason.startsWith(isAway(dbType))
