import type { Database } from '../../contract/contract.ts'

/** What every dialog about a database is given. */
export type DatabaseDialogProps = { database: Database; opened: boolean; onClose: () => void }
