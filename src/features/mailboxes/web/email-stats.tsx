import { Figures } from '#web/list/figures.tsx'
import type { EmailStats } from '../contract.ts'

type EmailStatsCardsProps = {
  stats: EmailStats | undefined
  /** How many accounts are in the list. */
  accounts: number | undefined
}

/** The four figures above the list; nothing is claimed while they are not known. */
export function EmailStatsCards({ stats, accounts }: EmailStatsCardsProps) {
  return (
    <Figures
      figures={[
        ['Total Emails', stats?.totalEmails.toLocaleString('en-IN')],
        ['Spam Blocked', stats?.spamBlocked.toLocaleString('en-IN')],
        ['Storage Used', stats && `${stats.storageUsed.toFixed(2)} GB`],
        ['Active Accounts', accounts],
      ]}
    />
  )
}
