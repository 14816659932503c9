import type { BackupType } from './backup-types.ts'

/** The texts of the backup screen and its toasts. */
export const texts = {
  emptyTitle: 'No Backups Found',
  emptyText: 'Create your first backup to secure your website and data.',
  created: 'Backup Created',
  createdText: 'Your backup has been created successfully.',
  createFailed: 'Backup Failed',
  deleted: 'Backup Deleted',
  deletedText: 'The backup is permanently deleted. Your site is not changed.',
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

/** The contents of the types, beside their names. */
export const typeTexts: Record<BackupType, string> = {
  full: 'Files, databases and mailboxes.',
  files: 'Files only, without databases and mailboxes.',
  database: 'Databases only, without files and mailboxes.',
}

/** The effect of a restore, shown beforehand: it replaces `what` of a site, `also` more; `later` describes other changes. */
export const restoreTexts: Record<BackupType, { what: string; also: string; later: string[]; copy: string }> =
  {
    full: {
      what: 'all files',
      also: ' and the databases in the backup',
      later: [
        'Deleted messages come back; newer messages stay.',
        'Other databases and all passwords do not change.',
      ],
      copy: 'files, databases and mailboxes',
    },
    files: {
      what: 'all files',
      also: '',
      later: ['Databases and mailboxes do not change.'],
      copy: 'files',
    },
    database: {
      what: 'the backed-up databases',
      also: '',
      later: ['Other databases, passwords, mailboxes and files do not change.'],
      copy: 'databases',
    },
  }

/** The percentage at which the progress bar of the create dialog begins; the actual one is shown beside it. */
export const shownProgress = 45

/** How long the screen stays busy after the create call settled, in milliseconds. */
export const busyMs = 2_000
