import type { Backup } from '#features/backups/contract.ts'
import { formatBytes } from '#shared/bytes.ts'
import { day } from '#shared/time.ts'
import { useNow } from '#web/ui/values.tsx'

/** Whole days since the first listed backup, or "Never". */
function lastBackupText(backups: readonly Pick<Backup, 'createdAt'>[], now: Date | null): string {
  const [first] = backups
  if (!first) return 'Never'
  if (!now) return '—'
  const days = Math.max(0, Math.floor((now.getTime() - new Date(first.createdAt).getTime()) / day))
  return days === 1 ? '1 day ago' : `${days} days ago`
}

/** The four metrics above the list. */
export function BackupSummary({ backups }: { backups: Backup[] }) {
  const now = useNow()
  const metrics = [
    ['Total Backups', String(backups.length)],
    ['Completed', String(backups.filter(({ status }) => status === 'completed').length)],
    ['Total Size', formatBytes(backups.reduce((sum, { fileSize }) => sum + fileSize, 0))],
    ['Last Backup', lastBackupText(backups, now)],
  ]
  return (
    <dl className="metrics">
      {metrics.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
