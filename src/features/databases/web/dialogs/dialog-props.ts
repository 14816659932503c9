import type { Database } from '../../contract/contract.ts'

/** Props of every database dialog. */
export type DatabaseDialogProps = { database: Database; opened: boolean; onClose: () => void }
