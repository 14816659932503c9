import { and, desc, eq, inArray, ne } from 'drizzle-orm'
import type { Store } from '#db/types.ts'
import type { CustomerContext } from '#server/context.ts'
import { mostRows, type Window, within } from './windowed.ts'

export type AuditRow = Pick<
  Store['t']['auditLog']['$inferSelect'],
  'id' | 'at' | 'action' | 'actorId' | 'note' | 'details'
>

const selectAudit = ({ read, t: { auditLog: a } }: Store) =>
  read
    .select({ id: a.id, at: a.at, action: a.action, actorId: a.actorId, note: a.note, details: a.details })
    .from(a)

const ofServer = [
  'service.start',
  'service.stop',
  'service.restart',
  'service.crash',
  'project.publish',
  'project.unpublish',
]

/** Actions on the web server and its files, newest first. */
export function readServerEvents({ store, user }: CustomerContext, id: string, window: Window) {
  const a = store.t.auditLog
  const target = and(eq(a.targetType, 'service'), eq(a.targetId, id), eq(a.userId, user.id))
  return selectAudit(store)
    .where(and(target, inArray(a.action, ofServer), within(a.at, window)))
    .orderBy(desc(a.at), desc(a.id))
    .limit(mostRows + 1)
}

/** Restores of all the caller's sites, newest first: the details name the site. */
export function readRestores({ store, user }: CustomerContext, window: Window) {
  const a = store.t.auditLog
  return selectAudit(store)
    .where(and(eq(a.userId, user.id), eq(a.action, 'backup.restored'), within(a.at, window)))
    .orderBy(desc(a.at), desc(a.id))
    .limit(mostRows + 1)
}

/** Finished backups, newest first, at the time of their content. */
export function readBackups({ store, user }: CustomerContext, id: string, window: Window) {
  const b = store.t.backups
  return store.read
    .select({
      id: b.id,
      at: b.createdAt,
      fileName: b.fileName,
      backupType: b.backupType,
      origin: b.origin,
      status: b.status,
      reason: b.reason,
      verifiedAt: b.verifiedAt,
    })
    .from(b)
    .where(
      and(eq(b.userId, user.id), eq(b.serviceId, id), ne(b.status, 'pending'), within(b.createdAt, window)),
    )
    .orderBy(desc(b.createdAt), desc(b.id))
    .limit(mostRows + 1)
}

export type BackupRow = Awaited<ReturnType<typeof readBackups>>[number]
