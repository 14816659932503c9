import type { BackupType } from './backup-types.ts'

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

/** What the types hold, beside their names. */
export const typeTexts: Record<BackupType, string> = {
  full: 'The files, the databases and the mailboxes of the service.',
  files: 'The files of the service, without its databases and mailboxes.',
  database: 'The databases of the service, without its files and mailboxes.',
}

/** What a restore does, said before it: it overwrites `what` with the backup `also`. */
export const restoreTexts: Record<BackupType, { what: string; also: string; later: string; copy: string }> = {
  full: {
    what: 'every file',
    also: ', and the databases that are in it',
    later:
      'Later changes are replaced and later files removed. Messages that are gone since come back. Databases and messages that are not in it stay, and passwords too.',
    copy: 'files, databases and mailboxes',
  },
  files: {
    what: 'every file',
    also: '',
    later: 'Later changes are replaced and later files removed. Databases and mailboxes stay as they are.',
    copy: 'files',
  },
  database: {
    what: 'the databases',
    also: '',
    later:
      'Later changes to them are replaced. Databases that are not in it stay, and so do passwords, mailboxes and all files.',
    copy: 'databases',
  },
}

/** Shown by the bar of the dialog while creating: a fixed percentage, beside which the actual one is shown. */
export const shownProgress = 45

/** How long the screen stays busy after the create call settled, in milliseconds. */
export const busyMs = 2_000
