import type { EmailAccount } from '../../contract/contract.ts'
import type { EmailSearch } from '../email-search.ts'

/** Props of every dialog about an account. */
export type AccountDialogProps = { account: EmailAccount; opened: boolean; onClose: () => void }

/** A password that is shown once, and its address; a new mailbox has an inbox to open. */
export type Secret = { email: string; password: string; newInboxId?: string }

/** Props of every tab of an account. */
export type TabProps = {
  account: EmailAccount
  /** The search parameters of the page. */
  search: EmailSearch
  showSecret: (secret: Secret) => void
}
