import type { Backup } from '#features/backups/contract/contract.ts'
import { typeNames } from '#shared/backup-texts.ts'
import { type Column, DataTable } from '#web/ui/tables/data-table.tsx'
import { StatusBadge, type Tone } from '#web/ui/values/status-badge.tsx'
import { Bytes, DateTime } from '#web/ui/values/values.tsx'
import { BackupActions } from './backup-actions.tsx'
import { useHasEnded, useServiceLabel } from './use-service-label.ts'

const tones: Record<Backup['status'], Tone> = { completed: 'ok', pending: 'warn', failed: 'bad' }

const origins: Record<Backup['origin'], string | null> = {
  manual: null,
  schedule: 'Scheduled',
  safety: 'Safety copy from before a restore',
}

const columns: Column<Backup>[] = [
  { key: 'name', header: 'Backup', cell: (backup) => <Name backup={backup} /> },
  { key: 'status', header: 'Status', card: 'state', cell: (backup) => <State backup={backup} /> },
  { key: 'service', header: 'Service', cell: (backup) => <SiteOf backup={backup} /> },
  { key: 'size', header: 'Size', align: 'right', cell: ({ fileSize }) => <Bytes bytes={fileSize} /> },
  { key: 'created', header: 'Created', cell: ({ createdAt }) => <DateTime at={createdAt} as="moment" /> },
  {
    key: 'actions',
    header: 'Actions',
    align: 'right',
    card: 'actions',
    cell: (backup) => <BackupActions backup={backup} />,
  },
]

function SiteOf({ backup }: { backup: Backup }) {
  const hasEnded = useHasEnded()(backup)
  const label = useServiceLabel()(backup)
  const plan = backup.service.plan.name
  const own = label.startsWith(`${plan} · `) ? label.slice(plan.length + 3) : label
  return (
    <span className="backup-site" title={label}>
      <span>{own}</span>
      {own !== label && <span className="backup-quiet">{plan}</span>}
      {hasEnded && <span className="backup-quiet">This service has ended.</span>}
    </span>
  )
}

function Name({ backup: { fileName, backupType, origin } }: { backup: Backup }) {
  const more = origins[origin]
  return (
    <span className="backup-name">
      <span className="mono backup-file" title={fileName}>
        {fileName}
      </span>
      <span className="backup-quiet">
        <span>{typeNames[backupType]}</span>
        {more && ` · ${more}`}
      </span>
    </span>
  )
}

function State({ backup: { status, progress, reason, verifiedAt, fileName } }: { backup: Backup }) {
  return (
    <span className="backup-state">
      <span className="backup-badges">
        <StatusBadge status={status} tone={tones[status]} />
        {verifiedAt && <StatusBadge status="verified" tone="ok" label="Verified" />}
      </span>
      {status === 'pending' && (
        <span className="backup-progress">
          <progress value={progress} max={100} aria-label={`Progress of ${fileName}`} />
          <span className="tabular">{progress}%</span>
        </span>
      )}
      {reason && <span className="backup-quiet">{reason}</span>}
    </span>
  )
}

const ofOneSite = columns.filter(({ key }) => key !== 'service')

/** A row per backup, with restore and download for completed ones only. */
export function BackupList({ backups, isBound }: { backups: Backup[]; isBound: boolean }) {
  return (
    <DataTable
      caption="Your backups"
      columns={isBound ? ofOneSite : columns}
      rows={backups}
      rowId={({ id }) => id}
      rowLabel={({ fileName }) => fileName}
    />
  )
}
