import type { Backup } from '#features/backups/contract/contract.ts'
import { formatBytes } from '#shared/bytes.ts'
import { countText } from '#shared/text/count-text.ts'
import { day, dayInKolkata, formatClock } from '#shared/time.ts'
import { Figures } from '#web/list/figures.tsx'
import { useNow } from '#web/ui/values/values.tsx'

const unknown = '—'

/** "Today, 18:51", "Yesterday, 18:51", or the days since the newest backup; "Never" without one. */
function lastBackupText(backups: readonly Pick<Backup, 'createdAt'>[], now: Date | null): string {
  const [first] = backups
  if (!first) return 'Never'
  if (!now) return unknown
  const at = new Date(first.createdAt)
  const days = Math.floor((now.getTime() - at.getTime()) / day)
  if (days >= 1) return `${countText(days, 'day')} ago`
  const isToday = dayInKolkata(at) >= dayInKolkata(now)
  return `${isToday ? 'Today' : 'Yesterday'}, ${formatClock(at)}`
}

/** The four metrics above the list; blank while the backups are unknown. */
export function BackupSummary({ backups }: { backups: readonly Backup[] | undefined }) {
  const now = useNow()
  return (
    <Figures
      figures={[
        ['Total Backups', backups && String(backups.length)],
        ['Completed', backups && String(backups.filter(({ status }) => status === 'completed').length)],
        ['Total Size', backups && formatBytes(backups.reduce((sum, { fileSize }) => sum + fileSize, 0))],
        ['Last Backup', backups && lastBackupText(backups, now)],
      ]}
    />
  )
}
