import type { BackupType } from './backup-types.ts'

/** The texts of the screen of backups, and of its toasts. */
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

/** What the types hold, beside their names. */
export const typeTexts: Record<BackupType, string> = {
  full: 'Files, databases and mailboxes.',
  files: 'Files only, without databases and mailboxes.',
  database: 'Databases only, without files and mailboxes.',
}

/** What a restore does, said before it: it overwrites `what` with the backup `also`. */
export const restoreTexts: Record<BackupType, { what: string; also: string; later: string; copy: string }> = {
  full: {
    what: 'every file',
    also: ', and the databases that are in it',
    later:
      'Newer changes are replaced and newer files removed. Deleted messages come back. Other databases, newer messages and all passwords are not changed.',
    copy: 'files, databases and mailboxes',
  },
  files: {
    what: 'every file',
    also: '',
    later: 'Newer changes are replaced and newer files removed. Databases and mailboxes are not changed.',
    copy: 'files',
  },
  database: {
    what: 'the databases',
    also: '',
    later:
      'Newer changes to them are replaced. Other databases, passwords, mailboxes and files are not changed.',
    copy: 'databases',
  },
}

/** Shown by the bar of the dialog while creating: a fixed percentage, beside which the actual one is shown. */
export const shownProgress = 45

/** How long the screen stays busy after the create call settled, in milliseconds. */
export const busyMs = 2_000
