import { Figures } from '#web/list/figures.tsx'
import type { EmailStats } from '../contract/contract.ts'

type EmailStatsCardsProps = {
  stats: EmailStats | undefined
  /** How many accounts are in the list. */
  accounts: number | undefined
}

/** Two decimals, and more than nothing where there is something. */
const gigabytes = (used: number): string =>
  used > 0 && used < 0.01 ? '< 0.01 GB' : `${used.toFixed(used === 0 ? 0 : 2)} GB`

/** The four figures below the list; nothing is claimed while they are not known. */
export function EmailStatsCards({ stats, accounts }: EmailStatsCardsProps) {
  return (
    <Figures
      figures={[
        ['Total Emails', stats?.totalEmails.toLocaleString('en-IN')],
        ['Spam Blocked', stats?.spamBlocked.toLocaleString('en-IN')],
        ['Storage Used', stats && gigabytes(stats.storageUsed)],
        ['Active Accounts', accounts],
      ]}
    />
  )
}
