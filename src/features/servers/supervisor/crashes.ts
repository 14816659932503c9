import { and, desc, eq, gt, inArray } from 'drizzle-orm'
import { appendAudit } from '#db/audit.ts'
import { enqueueMail } from '#db/outbox.ts'
import type { Store, Tx } from '#db/store.ts'
import type { JobContext } from '#server/context.ts'
import { after, minute, second } from '#shared/time.ts'
import { serverRestarted, serverStopped } from '../mails.ts'

type ServiceRow = Store['t']['userServices']['$inferSelect']

/** Why a web server needs a new start: its process ended, took more memory than the plan has, or could not be started. */
export type CrashReason = 'ended' | 'memory' | 'start'

/** Restarts within the window, and the wait before each; the next crash stops the service (decisions section 4). */
export const restartDelaysMs = [0, second, 4 * second] as const
export const crashWindowMs = 15 * minute

const crashAction = 'service.crash'
/** What a person decided: what was before it counts no more. */
const freshStarts = ['service.start', 'service.restart', 'service.unsuspend', 'service.activate']

/** Crashes within the window since somebody last started the service. */
async function countCrashes(tx: Tx, id: string, now: Date): Promise<number> {
  const { auditLog } = tx.t
  const recent = and(
    eq(auditLog.targetType, 'service'),
    eq(auditLog.targetId, id),
    gt(auditLog.at, after(now, -crashWindowMs)),
    inArray(auditLog.action, [crashAction, ...freshStarts]),
  )
  const rows = await tx
    .select({ action: auditLog.action })
    .from(auditLog)
    .where(recent)
    .orderBy(desc(auditLog.at), desc(auditLog.id))
  const start = rows.findIndex(({ action }) => action !== crashAction)
  return start === -1 ? rows.length : start
}

type Notice = typeof serverStopped

async function notify(ctx: JobContext, tx: Tx, service: ServiceRow, notice: Notice, reason: CrashReason) {
  const { users, pricingPlans } = tx.t
  const [user] = await tx.select().from(users).where(eq(users.id, service.userId))
  const [plan] = await tx.select().from(pricingPlans).where(eq(pricingPlans.id, service.planId))
  if (!user || !plan) return
  const from = { companyName: ctx.env.COMPANY_NAME, origin: ctx.origin() }
  const mail = notice(user, from, { id: service.id, name: service.domain ?? plan.name, reason })
  await enqueueMail(tx, { ...mail, to: user.email, userId: user.id, relatedId: service.id, now: ctx.now() })
}

const entry = (ctx: JobContext, service: ServiceRow) => ({
  at: ctx.now(),
  actorId: null,
  targetType: 'service',
  targetId: service.id,
  userId: service.userId,
})

/**
 * A crash is stored, with its notice: the service stays as it is and is to be started again after the answered wait in ms,
 * or it is `stopped` (null) because it crashed too often or is not to be restarted. Null too when nothing was to run.
 */
export async function recordCrash(ctx: JobContext, id: string, reason: CrashReason): Promise<number | null> {
  const { userServices } = ctx.store.t
  let stopped: ServiceRow | undefined
  const delay = await ctx.store.tx(async (tx) => {
    stopped = undefined
    const [service] = await ctx.store.lock(tx.select().from(userServices).where(eq(userServices.id, id)))
    if (service?.status !== 'active' && service?.status !== 'restarting') return null
    const crashes = await countCrashes(tx, id, ctx.now())
    await appendAudit(tx, {
      ...entry(ctx, service),
      action: crashAction,
      details: { reason, crash: crashes + 1 },
    })
    const wait = service.autoRestart ? restartDelaysMs[crashes] : undefined
    if (wait !== undefined) {
      if (reason === 'memory') await notify(ctx, tx, service, serverRestarted, reason)
      return wait
    }
    await tx
      .update(userServices)
      .set({ status: 'stopped', updatedAt: ctx.now() })
      .where(and(eq(userServices.userId, service.userId), eq(userServices.id, id)))
    const note = service.autoRestart ? 'It crashed too often.' : 'It crashed, and auto-restart is off.'
    await appendAudit(tx, { ...entry(ctx, service), action: 'service.stop', note })
    await notify(ctx, tx, service, serverStopped, reason)
    stopped = service
    return null
  })
  if (stopped) ctx.events.publish({ userId: stopped.userId, kind: 'service', id, status: 'stopped' })
  return delay
}
