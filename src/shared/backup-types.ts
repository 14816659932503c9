/** What a backup holds. */
export const backupTypes = ['full', 'files', 'database'] as const
export type BackupType = (typeof backupTypes)[number]
