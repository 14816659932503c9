import { typeNames } from '#shared/backup-texts.ts'
import type { BackupType } from '#shared/backup-types.ts'

const types: readonly BackupType[] = ['full', 'files', 'database']

/** The types by the names a select shows. */
export const typeOptions = types.map((value) => ({ value, label: typeNames[value] }))
