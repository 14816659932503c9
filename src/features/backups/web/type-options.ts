import { typeNames } from '../contract/texts.ts'
import type { BackupType } from '../contract.ts'

const types: readonly BackupType[] = ['full', 'files', 'database']

/** The types by the names a select shows. */
export const typeOptions = types.map((value) => ({ value, label: typeNames[value] }))

/** A select's value as a type, full for anything else. */
export const readType = (value: string): BackupType => types.find((type) => type === value) ?? 'full'
