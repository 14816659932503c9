import { typeNames } from '#shared/backup-texts.ts'
import type { BackupType } from '#shared/backup-types.ts'

const types: readonly BackupType[] = ['full', 'files', 'database']

/** Backup types as select options. */
export const typeOptions = types.map((value) => ({ value, label: typeNames[value] }))
