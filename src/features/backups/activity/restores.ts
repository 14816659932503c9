import { and, eq, gte, inArray, or } from 'drizzle-orm'
import { type Activity, nameOf, type Scope } from '#features/activity/scope.ts'
import type { CustomerContext } from '#server/context.ts'
import { after, minute } from '#shared/time.ts'
import { restoreKind } from '../kinds.ts'

type AuditEntry = Scope['audit'][number]

const steps: Record<string, string> = {
  verify: 'Checking the backup.',
  safety: 'Making a safety copy.',
  mark: 'Restoring files.',
  'set-aside': 'Restoring files.',
  'put-in': 'Restoring files.',
  databases: 'Restoring databases.',
  commit: 'Restoring files.',
}
const waitsForTurn = 'Waiting for its turn.'
const interrupted = 'Interrupted. Nothing was changed.'

const serviceIdOf = ({ details }: AuditEntry): string | null =>
  typeof details?.serviceId === 'string' ? details.serviceId : null

/**
 * The step of each queued or running restore, by backup ID. A restore that ended just now is included: it may have ended after
 * the
 * audit log was read.
 */
async function readSteps(ctx: CustomerContext, backupIds: string[]): Promise<Map<string, string | null>> {
  if (backupIds.length === 0) return new Map()
  const { jobs } = ctx.store.t
  const live = await ctx.store.read
    .select({ backupId: jobs.relatedId, step: jobs.step })
    .from(jobs)
    .where(
      and(
        inArray(jobs.relatedId, backupIds),
        eq(jobs.userId, ctx.user.id),
        eq(jobs.kind, restoreKind),
        or(
          inArray(jobs.status, ['queued', 'running']),
          and(eq(jobs.status, 'done'), gte(jobs.finishedAt, after(ctx.now(), -minute))),
        ),
      ),
    )
  return new Map(live.map(({ backupId, step }) => [backupId ?? '', step]))
}

/** Each started restore with the entry that ended it, newest first. */
function pair(audit: readonly AuditEntry[]): { start: AuditEntry; end: AuditEntry | undefined }[] {
  const ends = new Map<string | null, AuditEntry>()
  const found: { start: AuditEntry; end: AuditEntry | undefined }[] = []
  for (const entry of audit) {
    if (!entry.action.startsWith('backup.restore')) continue
    if (entry.action !== 'backup.restore') ends.set(entry.targetId, entry)
    else {
      found.push({ start: entry, end: ends.get(entry.targetId) })
      ends.delete(entry.targetId)
    }
  }
  return found
}

/** Restores, from the audit entries of their starts and ends. */
export async function listRestoreActivity(ctx: CustomerContext, scope: Scope): Promise<Activity[]> {
  const restores = pair(scope.audit)
  const open = restores.flatMap(({ start, end }) => (end || start.targetId === null ? [] : [start.targetId]))
  const live = await readSteps(ctx, [...new Set(open)])
  // Only the latest restore of a backup can be running.
  const isLive = ({ start, end }: (typeof restores)[number]) => !end && live.delete(start.targetId ?? '')
  const stepOf = new Map(live)
  return restores.map((restore) => {
    const { start, end } = restore
    const serviceId = serviceIdOf(start)
    const one = { id: `restore:${start.id}`, title: 'Restore' }
    const about = {
      ...one,
      subject: nameOf(scope, serviceId),
      href: serviceId === null ? null : `/backups?service=${serviceId}`,
      progress: null,
    }
    if (isLive(restore)) {
      const step = stepOf.get(start.targetId ?? '')
      const detail = step ? (steps[step] ?? null) : waitsForTurn
      return { ...about, state: 'running', detail, at: start.at }
    }
    if (end?.action === 'backup.restored') return { ...about, state: 'done', detail: null, at: end.at }
    return { ...about, state: 'failed', detail: end?.note ?? interrupted, at: end?.at ?? start.at }
  })
}
