import { readUuid } from '#shared/uuid.ts'
import { given, readSearchDialog } from '#web/lib/search-values.ts'

const dialogs = ['create', 'schedule'] as const

/** What the page keeps in its address: the service whose backups are shown, and the open dialog. */
export type BackupSearch = { service?: string; dialog?: (typeof dialogs)[number] }

/** `?service=`, all of them for anything that names none, and `?dialog=`. */
export const readBackupSearch = ({ service, dialog }: Record<string, unknown>): BackupSearch =>
  given({ service: readUuid(service), dialog: readSearchDialog(dialog, dialogs) })
