import { and, eq, sql } from 'drizzle-orm'
import type { Activity, Scope } from '#features/activity/scope.ts'
import { typeNames } from '#features/engines/contract/kinds.ts'
import type { CustomerContext } from '#server/context.ts'
import { countText } from '#shared/text/count-text.ts'

type AuditEntry = Scope['audit'][number]

const titles: Record<string, string> = {
  'database.create': 'New database',
  'database.delete': 'Deleted database',
  'database.ended': 'Deleted database',
  'database.restore': 'Restored database',
  'database.password': 'New database password',
  'database.access': 'Database remote access',
  'database.recreate': 'Recreated database',
  'database.imported': 'Database import',
  'database.open': 'Opened database',
  'database.close': 'Closed database',
}

/** Actions that the engine applies afterwards; a refusal has its own entry. */
const engineChanges = new Set([
  'database.create',
  'database.restore',
  'database.password',
  'database.access',
  'database.recreate',
  'database.open',
  'database.close',
])

const failures: Record<string, string> = {
  'database.failed': 'Database change',
  'database.missing': 'Missing database',
  'database.import-failed': titles['database.imported'] ?? '',
  'database.restore-failed': titles['database.restore'] ?? '',
}

/** Audit actions shown in the activity feed. */
export const listedActions = [...Object.keys(titles), ...Object.keys(failures)]

/** Databases that are behind their engine, by id, with the reason if there is one. */
type Unfinished = Record<'behind' | 'unconnected' | 'writing', Map<string, string | null>>

async function readUnfinished({ store, user, databaseEngines }: CustomerContext): Promise<Unfinished> {
  const { databases: d, databaseDumps: k } = store.t
  const [rows, dumps] = await Promise.all([
    store.read
      .select({ id: d.id, reason: d.reason, type: d.dbType })
      .from(d)
      .where(and(eq(d.userId, user.id), sql`revision > applied_revision and ${d.status} <> 'failed'`)),
    store.read
      .select({ id: k.id, reason: k.reason })
      .from(k)
      .where(and(eq(k.userId, user.id), eq(k.status, 'writing'))),
  ])
  const byId = (found: typeof dumps) => new Map(found.map(({ id, reason }) => [id, reason]))
  const isOff = ({ type }: (typeof rows)[number]) => databaseEngines[type].mode === 'off'
  return {
    behind: byId(rows.filter((row) => !isOff(row))),
    unconnected: new Map(
      rows.filter(isOff).map(({ id, type }) => [id, `Waiting until ${typeNames[type]} is available.`]),
    ),
    writing: byId(dumps),
  }
}

const reasonOf = ({ details }: AuditEntry): string | null =>
  typeof details?.reason === 'string' ? details.reason : null

function detailOf({ action, details }: AuditEntry): string | null {
  if (action === 'database.ended') return 'The service ended 30 days ago.'
  if (action === 'database.close') return 'The service is not running.'
  if (action !== 'database.access' || !Array.isArray(details?.after)) return null
  const count = details.after.length
  return count === 0
    ? 'Closed to external addresses.'
    : `Open to ${countText(count, 'address', 'addresses')}.`
}

const present = (entry: AuditEntry, state: Activity['state'], detail: string | null): Activity => ({
  id: `database:${entry.id}`,
  state,
  title: titles[entry.action] ?? failures[entry.action] ?? '',
  subject: entry.note ?? '',
  detail,
  progress: null,
  href: typeof entry.details?.serviceId === 'string' ? `/databases?service=${entry.details.serviceId}` : null,
  at: entry.at,
})

/** An entry is running while the engine is behind its latest change, or the dump of a deleted database is being written. */
function stateNow(entry: AuditEntry, reasons: Map<string, string | null>, usual: string | null): Activity {
  const reason = reasons.get(entry.targetId ?? '')
  return reason === undefined
    ? present(entry, 'done', detailOf(entry))
    : present(entry, 'running', reason ?? usual)
}

/** Newest first; an engine refusal ends the change before it. */
function* follow(
  audit: readonly AuditEntry[],
  { behind, unconnected, writing }: Unfinished,
): Generator<Activity> {
  const refusals = new Map<string | null, AuditEntry>()
  const later = new Set<string | null>()
  const none = new Map<string, string | null>()
  for (const entry of audit) {
    const { action, targetId } = entry
    const isLatest = !later.has(targetId)
    if (action === 'database.failed' || action === 'database.restore-failed') refusals.set(targetId, entry)
    else if (failures[action]) yield present(entry, 'failed', reasonOf(entry))
    else if (action === 'database.delete') {
      yield stateNow(entry, isLatest ? writing : none, 'Saving a dump.')
      later.add(targetId)
    } else if (!engineChanges.has(action)) yield present(entry, 'done', detailOf(entry))
    else {
      const refusal = refusals.get(targetId)
      // Without an engine, no work is in progress.
      const waits = isLatest ? unconnected.get(targetId ?? '') : undefined
      if (waits) yield present(entry, 'done', waits)
      else if (refusal) yield { ...present(entry, 'failed', reasonOf(refusal)), at: refusal.at }
      else yield stateNow(entry, isLatest ? behind : none, detailOf(entry))
      refusals.delete(targetId)
      later.add(targetId)
    }
  }
  // The refused change itself is older than the list.
  for (const entry of refusals.values()) yield present(entry, 'failed', reasonOf(entry))
}

/** The latest action of each kind on each database, so that many changes do not hide everything else. */
export async function listDatabaseActivity(ctx: CustomerContext, { audit }: Scope): Promise<Activity[]> {
  const own = audit.filter(({ action }) => listedActions.includes(action))
  if (own.length === 0) return []
  const targetOf = new Map(own.map(({ id, targetId }) => [`database:${id}`, targetId]))
  const latest = new Map<string, Activity>()
  for (const activity of follow(own, await readUnfinished(ctx))) {
    const key = `${activity.title} ${targetOf.get(activity.id)}`
    if (!latest.has(key)) latest.set(key, activity)
  }
  return [...latest.values()]
}
