/** The contents of a backup. */
export const backupTypes = ['full', 'files', 'database'] as const
export type BackupType = (typeof backupTypes)[number]
