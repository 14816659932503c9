import type { EmailAccount } from '../../contract.ts'

/** What every dialog about an account is given. */
export type AccountDialogProps = { account: EmailAccount; opened: boolean; onClose: () => void }

/** A password that is shown once, and whose it is. */
export type Secret = { email: string; password: string }

/** What every tab of an account is given. */
export type TabProps = { account: EmailAccount; showSecret: (secret: Secret) => void }
