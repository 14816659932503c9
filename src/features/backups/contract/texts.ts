import type { BackupType } from '../contract.ts'

/** The texts of the screen of backups, and of its toasts. */
export const texts = {
  emptyTitle: 'No Backups Found',
  emptyText: 'Create your first backup to secure your website and data.',
  created: 'Backup Created',
  createdText: 'Your backup has been created successfully.',
  createFailed: 'Backup Failed',
  deleted: 'Backup Deleted',
  deletedText: 'The backup is gone for good. Your site stays as it is.',
  deleteFailed: 'Delete Failed',
  restoreStarted: 'Restore Started',
  restoreStartedText: 'Your backup restore process has been initiated.',
  restoreFailed: 'Restore Failed',
  downloadStarted: 'Download Started',
  downloadStartedText: 'Your browser is saving the backup as a zip.',
  downloadFailed: 'Download Failed',
} as const

export const typeNames: Record<BackupType, string> = {
  full: 'Full Backup',
  files: 'Files Only',
  database: 'Database Only',
}

/** Shown by the bar of the dialog while creating: a fixed percentage, beside which the actual one is shown. */
export const shownProgress = 45

/** How long the screen stays busy after the create call settled, in milliseconds. */
export const busyMs = 2_000
