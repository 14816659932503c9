import { and, desc, eq, gt, inArray, lte } from 'drizzle-orm'
import { appendAudit } from '#db/audit/audit.ts'
import { latestPlausible } from '#db/clock.ts'
import type { Store, Tx } from '#db/types.ts'
import { notify } from '#features/notifications/service/notify.ts'
import { stopService } from '#features/services/lifecycle/lifecycle.ts'
import { serverRestarted, serverStopped } from '#features/services/mails.ts'
import { publish } from '#server/answers/mutate.ts'
import type { JobContext } from '#server/context.ts'
import { after, minute, second } from '#shared/time.ts'

type ServiceRow = Store['t']['userServices']['$inferSelect']

/** The reason for a new start: the process ended, exceeded its plan's memory, or could not be started. */
export type CrashReason = 'ended' | 'memory' | 'start'

/** Restarts within the window, and the delay before each; the next crash stops the service. */
export const restartDelaysMs = [0, second, 4 * second] as const
/**
 * Delays before restarts after too much memory; the last one applies to all that follow. Visitors can cause these, so they never
 * stop a service.
 */
export const memoryDelaysMs = [0, second, 4 * second, 15 * second, minute, 5 * minute] as const
export const crashWindowMs = 15 * minute

const crashAction = 'service.crash'
/** Actions by users: earlier crashes no longer count after them. */
const freshStarts = ['service.start', 'service.restart', 'service.unsuspend', 'service.activate']

/** Crashes within the window since a user last started the service: over the memory limit, and others. */
async function countCrashes(tx: Tx, id: string, now: Date): Promise<{ memory: number; others: number }> {
  const { auditLog } = tx.t
  const recent = and(
    eq(auditLog.targetType, 'service'),
    eq(auditLog.targetId, id),
    gt(auditLog.at, after(now, -crashWindowMs)),
    // An entry written while the clock ran ahead would count until that time, and hide every later start.
    lte(auditLog.at, latestPlausible(now, 0)),
    inArray(auditLog.action, [crashAction, ...freshStarts]),
  )
  const rows = await tx
    .select({ action: auditLog.action, details: auditLog.details })
    .from(auditLog)
    .where(recent)
    .orderBy(desc(auditLog.at), desc(auditLog.id))
  const start = rows.findIndex(({ action }) => action !== crashAction)
  const crashes = start === -1 ? rows : rows.slice(0, start)
  const memory = crashes.filter(({ details }) => details?.reason === 'memory').length
  return { memory, others: crashes.length - memory }
}

/**
 * The delay before the next start in ms; undefined when the service must not be restarted. Auto-restart applies to crashes; a
 * process ended for its memory is always restarted.
 */
function nextDelay(
  reason: CrashReason,
  { autoRestart }: ServiceRow,
  before: { memory: number; others: number },
): number | undefined {
  if (reason === 'memory') return memoryDelaysMs[Math.min(before.memory, memoryDelaysMs.length - 1)]
  return autoRestart ? restartDelaysMs[before.others] : undefined
}

type Notice = typeof serverStopped

async function notifyOwnerOfCrash(
  tx: Tx,
  ctx: JobContext,
  service: ServiceRow,
  notice: Notice,
  reason: CrashReason,
) {
  const { pricingPlans } = tx.t
  const [plan] = await tx.select().from(pricingPlans).where(eq(pricingPlans.id, service.planId))
  if (!plan) return
  const template = notice({ id: service.id, name: service.domain ?? plan.name, reason })
  await notify(tx, ctx, { userId: service.userId, kind: 'service.stopped', template })
}

const entry = (ctx: JobContext, service: ServiceRow) => ({
  at: ctx.now(),
  actorId: null,
  targetType: 'service',
  targetId: service.id,
  userId: service.userId,
})

/**
 * Stores a crash and its notice. Returns the delay in ms before the next start while the service stays as it is, or null when it
 * is `stopped`, because it crashed too often or auto-restart is off. Too much memory alone never stops it. Null too when no
 * process was required.
 */
export async function recordCrash(ctx: JobContext, id: string, reason: CrashReason): Promise<number | null> {
  const { userServices } = ctx.store.t
  return ctx.store.tx(async (tx) => {
    const [service] = await ctx.store.lock(tx.select().from(userServices).where(eq(userServices.id, id)))
    if (service?.status !== 'active' && service?.status !== 'restarting') return null
    const before = await countCrashes(tx, id, ctx.now())
    await appendAudit(tx, {
      ...entry(ctx, service),
      action: crashAction,
      details: { reason, crash: before.memory + before.others + 1 },
    })
    const wait = nextDelay(reason, service, before)
    if (wait !== undefined) {
      // One mail for a series of restarts.
      if (reason === 'memory' && before.memory === 0)
        await notifyOwnerOfCrash(tx, ctx, service, serverRestarted, reason)
      return wait
    }
    await stopService(tx, service, ctx.now())
    const note = service.autoRestart ? 'It crashed too often.' : 'It crashed, and auto-restart is off.'
    await appendAudit(tx, { ...entry(ctx, service), action: 'service.stop', note })
    await notifyOwnerOfCrash(tx, ctx, service, serverStopped, reason)
    publish(tx, ctx, { userId: service.userId, kind: 'service', id, status: 'stopped' })
    return null
  })
}
