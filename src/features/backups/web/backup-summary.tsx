import type { Backup } from '#features/backups/contract.ts'
import { formatBytes } from '#shared/bytes.ts'
import { countText } from '#shared/text/count-text.ts'
import { day } from '#shared/time.ts'
import { useNow } from '#web/ui/values/values.tsx'

const unknown = '—'

/** Whole days since the first listed backup, or "Never". */
function lastBackupText(backups: readonly Pick<Backup, 'createdAt'>[], now: Date | null): string {
  const [first] = backups
  if (!first) return 'Never'
  if (!now) return unknown
  const days = Math.max(0, Math.floor((now.getTime() - new Date(first.createdAt).getTime()) / day))
  return `${countText(days, 'day')} ago`
}

/** The four metrics above the list; nothing is claimed while the backups are not known. */
export function BackupSummary({ backups }: { backups: readonly Backup[] | undefined }) {
  const now = useNow()
  const metrics = [
    ['Total Backups', backups && String(backups.length)],
    ['Completed', backups && String(backups.filter(({ status }) => status === 'completed').length)],
    ['Total Size', backups && formatBytes(backups.reduce((sum, { fileSize }) => sum + fileSize, 0))],
    ['Last Backup', backups && lastBackupText(backups, now)],
  ]
  return (
    <dl className="metrics">
      {metrics.map(([name, value = unknown]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
