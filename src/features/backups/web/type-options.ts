import { typeNames } from '../contract/texts.ts'
import type { BackupType } from '../contract.ts'

const types: readonly BackupType[] = ['full', 'files', 'database']

/** The types by the names a select shows. */
export const typeOptions = types.map((value) => ({ value, label: typeNames[value] }))
