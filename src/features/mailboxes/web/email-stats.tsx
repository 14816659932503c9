import { Figures } from '#web/list/figures.tsx'
import type { EmailStats } from '../contract/contract.ts'

type EmailStatsCardsProps = {
  stats: EmailStats | undefined
  /** The number of accounts in the list. */
  accounts: number | undefined
}

/** Two decimals, and never 0 for a value above 0. */
const gigabytes = (used: number): string =>
  used > 0 && used < 0.01 ? '< 0.01 GB' : `${used.toFixed(used === 0 ? 0 : 2)} GB`

/** The four totals below the list, empty while loading. */
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
