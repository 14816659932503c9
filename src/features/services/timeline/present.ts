import type { Answer } from '#shared/schema.ts'
import type { timelineEvent } from '../contract/timeline.ts'
import type { AuditRow, BackupRow } from './sources.ts'

type Event = Answer<typeof timelineEvent>

const kinds: Record<string, Event['kind']> = {
  'service.start': 'start',
  'service.stop': 'stop',
  'service.restart': 'restart',
  'service.crash': 'crash',
  'project.publish': 'publish',
  'project.unpublish': 'publish',
  'backup.restored': 'restore',
}

const crashes: Record<string, string> = {
  ended: 'The web server ended unexpectedly.',
  memory: 'The web server used more memory than the plan allows.',
  start: 'The web server could not be started.',
}

function detailOf({ action, actorId, note, details }: AuditRow): string | null {
  if (action === 'service.crash') return crashes[String(details?.reason)] ?? null
  if (action === 'project.publish') return note
  if (action === 'project.unpublish') return `${note ?? 'A publication'}, undone`
  return action === 'service.stop' && actorId === null ? note : null
}

/** An audit entry as its owner sees it. */
export const presentEntry = (row: AuditRow): Event[] => {
  const kind = kinds[row.action]
  return kind ? [{ id: row.id, kind, at: row.at, detail: detailOf(row), backup: null }] : []
}

const types = { full: 'Full backup', files: 'File backup', database: 'Database backup' } as const

function describe({ origin, backupType, status, reason }: BackupRow): string {
  if (status === 'failed') return reason ?? 'The backup failed.'
  if (origin === 'safety') return 'Safety copy before a restore'
  return origin === 'schedule' ? `${types[backupType]}, scheduled` : types[backupType]
}

/** A backup at the time of its content. */
export const presentBackup = (row: BackupRow): Event => ({
  id: row.id,
  kind: 'backup',
  at: row.at,
  detail: describe(row),
  backup: {
    id: row.id,
    fileName: row.fileName,
    backupType: row.backupType,
    createdAt: row.at,
    canRestore: row.status === 'completed',
    isVerified: row.verifiedAt !== null,
  },
})
