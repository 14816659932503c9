import { readUuid } from '#shared/uuid.ts'
import { given, readSearchDialog } from '#web/lib/search-values.ts'

const dialogs = ['create', 'schedule'] as const

/** Page state in the address: the service filter and the open dialog. */
export type BackupSearch = { service?: string; dialog?: (typeof dialogs)[number] }

/** `?service=` (all services if it is invalid) and `?dialog=`. */
export const readBackupSearch = ({ service, dialog }: Record<string, unknown>): BackupSearch =>
  given({ service: readUuid(service), dialog: readSearchDialog(dialog, dialogs) })
