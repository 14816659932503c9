import type { useDialog } from '#web/ui/dialogs/use-dialog.ts'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import type { Database } from '../../contract/contract.ts'
import type { DatabaseVerb } from '../database-row.tsx'

/** The requested action, and the database as it was at that moment. */
export type AskedVerb = { verb: DatabaseVerb; database: Database }

const dialogs = {
  strings: lazyPart(() => import('./connection-dialog.tsx'), 'ConnectionDialog'),
  password: lazyPart(() => import('./database-password-dialog.tsx'), 'DatabasePasswordDialog'),
  access: lazyPart(() => import('./database-access-dialog.tsx'), 'DatabaseAccessDialog'),
  usage: lazyPart(() => import('./database-usage-dialog.tsx'), 'DatabaseUsageDialog'),
  export: lazyPart(() => import('./database-export-dialog.tsx'), 'DatabaseExportDialog'),
  import: lazyPart(() => import('./database-import-dialog.tsx'), 'DatabaseImportDialog'),
  recreate: lazyPart(() => import('./database-recreate-dialog.tsx'), 'DatabaseRecreateDialog'),
  delete: lazyPart(() => import('./database-delete-dialog.tsx'), 'DatabaseDeleteDialog'),
}

type DatabaseDialogsProps = { dialog: ReturnType<typeof useDialog<AskedVerb>>; databases: Database[] }

/** The requested dialog, with the current state of the database. */
export function DatabaseDialogs({ dialog, databases }: DatabaseDialogsProps) {
  const { subject, key, isOpen, close } = dialog
  if (!subject) return null
  const Dialog = dialogs[subject.verb]
  const database = databases.find(({ id }) => id === subject.database.id) ?? subject.database
  return <Dialog key={key} database={database} opened={isOpen} onClose={close} />
}
