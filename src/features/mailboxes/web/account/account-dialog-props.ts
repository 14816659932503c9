import type { EmailAccount } from '../../contract/contract.ts'
import type { EmailSearch } from '../email-search.ts'

/** What every dialog about an account is given. */
export type AccountDialogProps = { account: EmailAccount; opened: boolean; onClose: () => void }

/** A password that is shown once, and the address it belongs to; a new mailbox has an inbox to go on to. */
export type Secret = { email: string; password: string; newInboxId?: string }

/** What every tab of an account is given. */
export type TabProps = {
  account: EmailAccount
  /** What the address of the page says. */
  search: EmailSearch
  showSecret: (secret: Secret) => void
}
