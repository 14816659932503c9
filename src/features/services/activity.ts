import { type Activity, nameOf, pageOf, type Scope } from '#features/activity/scope.ts'
import type { CustomerContext } from '#server/context.ts'

type AuditEntry = Scope['audit'][number]

const titles: Record<string, string> = {
  'service.restart': 'Restart',
  'service.start': 'Start',
  'service.stop': 'Stop',
}

/** The portal stopped a web server that would not run; a stop by a user says nothing about the start before it. */
const gaveUp = (entry: AuditEntry | undefined): entry is AuditEntry =>
  entry?.action === 'service.stop' && entry.actorId === null

function present(
  scope: Scope,
  entry: AuditEntry,
  end: { failed?: AuditEntry | undefined; isRunning: boolean },
): Activity {
  const { failed, isRunning } = end
  return {
    id: `restart:${entry.id}`,
    state: isRunning ? 'running' : failed ? 'failed' : 'done',
    title: titles[entry.action] ?? '',
    subject: nameOf(scope, entry.targetId),
    detail: failed ? (failed.note ?? 'The server stopped.') : null,
    progress: null,
    href: pageOf(entry.targetId),
    at: failed?.at ?? entry.at,
  }
}

/**
 * Starts, restarts and stops of web servers. The last start of a service is in progress while the service is restarting; a start
 * after which the portal stopped the service has failed, and that stop is not listed separately.
 */
export function listRestartActivity(_ctx: CustomerContext, scope: Scope): Activity[] {
  const next = new Map<string | null, AuditEntry>()
  const found = new Map<string, Activity>()
  for (const entry of scope.audit) {
    if (!entry.action.startsWith('service.')) continue
    const later = next.get(entry.targetId)
    next.set(entry.targetId, entry)
    if (titles[entry.action] === undefined || entry.targetId === null) continue
    const isStop = entry.action === 'service.stop'
    const isLast = later === undefined
    const isRunning = !isStop && isLast && scope.services.get(entry.targetId)?.status === 'restarting'
    const failed = [isStop ? entry : later].find(gaveUp)
    if (failed) found.delete(failed.id)
    found.set(entry.id, present(scope, entry, { failed, isRunning }))
  }
  return [...found.values()]
}
