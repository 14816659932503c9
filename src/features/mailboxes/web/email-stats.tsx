import type { EmailStats } from '../contract.ts'

const unknown = '—'

type EmailStatsCardsProps = {
  stats: EmailStats | undefined
  /** How many accounts are in the list. */
  accounts: number | undefined
}

/** The four figures above the list; nothing is claimed while they are not known. */
export function EmailStatsCards({ stats, accounts }: EmailStatsCardsProps) {
  const figures = [
    ['Total Emails', stats?.totalEmails.toLocaleString('en-IN')],
    ['Spam Blocked', stats?.spamBlocked.toLocaleString('en-IN')],
    ['Storage Used', stats && `${stats.storageUsed.toFixed(2)} GB`],
    ['Active Accounts', accounts],
  ]
  return (
    <dl className="metrics">
      {figures.map(([name, value = unknown]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
