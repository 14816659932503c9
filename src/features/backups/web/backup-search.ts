import { given, readSearchId } from '#web/lib/search-values.ts'

/** What the page keeps in its address: the service whose backups are shown. */
type BackupSearch = { service?: string }

/** `?service=`; all of them for anything that names none. */
export const readBackupSearch = ({ service }: Record<string, unknown>): BackupSearch =>
  given({ service: readSearchId(service) })

/** The list's input: a key that is absent is absent on the wire too. */
export const listInput = ({ service }: BackupSearch) => (service ? { serviceId: service } : {})
