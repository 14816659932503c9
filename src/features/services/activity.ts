import { type Activity, nameOf, type Scope } from '#features/activity/scope.ts'
import type { CustomerContext } from '#server/context.ts'

type Entry = Scope['audit'][number]

const titles: Record<string, string> = {
  'service.restart': 'Restart',
  'service.start': 'Start',
  'service.stop': 'Stop',
}

/** The portal stopped the service itself: that is how a start failed, and no work of its own. */
const isOwnStop = ({ action, actorId }: Entry): boolean => action === 'service.stop' && actorId === null

/** A web server that gave up by itself did not start; what a person did to it afterwards says nothing of the start. */
const gaveUp = (next: Entry | undefined): boolean => next !== undefined && isOwnStop(next)

/**
 * Starts, restarts and stops of web servers. The last one of a service is under way while the service is restarting; one after
 * which the portal itself stopped the service has failed.
 */
export function listRestartActivity(_ctx: CustomerContext, scope: Scope): Activity[] {
  const next = new Map<string | null, Entry>()
  const found: Activity[] = []
  for (const entry of scope.audit) {
    if (!entry.action.startsWith('service.')) continue
    const later = next.get(entry.targetId)
    next.set(entry.targetId, entry)
    const title = titles[entry.action]
    if (title === undefined || entry.targetId === null || isOwnStop(entry)) continue
    const isLast = later === undefined
    const isRunning = isLast && scope.services.get(entry.targetId)?.status === 'restarting'
    const hasFailed = entry.action !== 'service.stop' && gaveUp(later)
    found.push({
      id: `restart:${entry.id}`,
      kind: 'restart',
      state: isRunning ? 'running' : hasFailed ? 'failed' : 'done',
      title,
      subject: nameOf(scope, entry.targetId),
      detail: hasFailed ? (later?.note ?? 'The server stopped.') : null,
      progress: null,
      serviceId: entry.targetId,
      projectId: null,
      at: hasFailed && later ? later.at : entry.at,
    })
  }
  return found
}
