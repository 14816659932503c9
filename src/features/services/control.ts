import { and, eq, ne } from 'drizzle-orm'
import { auditCaller } from '#db/audit/audit.ts'
import { assertShared } from '#db/rows/shared-service.ts'
import type { Store, Tx } from '#db/types.ts'
import type { Answered } from '#server/answers/answer-in.ts'
import { mutate, publish } from '#server/answers/mutate.ts'
import type { CustomerContext } from '#server/context.ts'
import { DomainError, only } from '#shared/errors.ts'
import { second } from '#shared/time.ts'
import type { ServiceStatus } from './contract/contract.ts'
import type { LogInput } from './contract/control.ts'
import { matchesLog } from './contract/log-line.ts'
import { logLines } from './contract/log-search.ts'
import { type PowerAction, powerRefusal } from './contract/power.ts'
import { getService } from './service.ts'

type ServiceRow = Store['t']['userServices']['$inferSelect']

/** Longest wait for quick work before the answer (an event reports the rest). */
const patienceMs = 2 * second
const lookMs = 20

async function lockService(tx: Tx, ctx: CustomerContext, id: string): Promise<ServiceRow> {
  assertShared(ctx, id)
  const { userServices: s } = tx.t
  const own = and(eq(s.userId, ctx.user.id), eq(s.id, id), ne(s.status, 'terminated'))
  return only(await ctx.store.lock(tx.select().from(s).where(own)), 'This service')
}

type Status = { status: ServiceStatus }
type Command = { name: PowerAction; to: ServiceStatus }

/**
 * Stores the wanted state with its audit entry and returns it; the supervisor applies it, here or on another node, even after a
 * crash.
 */
const command = (ctx: CustomerContext, id: string, { name, to }: Command): Promise<Answered<Status>> =>
  mutate(ctx, async (tx) => {
    const service = await lockService(tx, ctx, id)
    if (ctx.servers.driver.mode === 'off')
      throw new DomainError('WRONG_STATE', 'Web servers are switched off on this portal.')
    const refusal = powerRefusal(name, service.status)
    if (refusal) throw new DomainError('WRONG_STATE', refusal)
    if (service.busy)
      throw new DomainError('BUSY', 'This service is being restored. Try again when that is done.')
    const { userServices } = tx.t
    await tx
      .update(userServices)
      .set({ status: to, updatedAt: ctx.now() })
      .where(and(eq(userServices.userId, ctx.user.id), eq(userServices.id, id)))
    await auditCaller(tx, ctx, entry(ctx, id, `service.${name}`))
    publish(tx, ctx, { userId: ctx.user.id, kind: 'service', id, status: to })
    return { status: to }
  })

const entry = (ctx: CustomerContext, id: string, action: string) => ({
  action,
  targetType: 'service',
  targetId: id,
  userId: ctx.user.id,
})

/** Waits up to two seconds for `isDone`, where a supervisor runs. */
async function waitFor(ctx: CustomerContext, isDone: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + patienceMs
  while (ctx.servers.isSupervised && !(await isDone()) && performance.now() < deadline)
    await Bun.sleep(lookMs)
}

/**
 * Starts a stopped server: returns `active` when it runs within two seconds, else `restarting`.
 * @throws NOT_FOUND, WRONG_STATE unless it is stopped, BUSY while it is restored
 */
export async function startServer(ctx: CustomerContext, { id }: { id: string }): Promise<Answered<Status>> {
  const begun = await command(ctx, id, { name: 'start', to: 'restarting' })
  const readStatus = async () => (await getService(ctx, { id })).status
  await waitFor(ctx, async () => (await readStatus()) !== 'restarting')
  const status = await readStatus()
  return status === begun.status ? begun : mutate(ctx, async () => ({ status }))
}

/**
 * Stops the server until it is started again; requests in flight finish first.
 * @throws NOT_FOUND, WRONG_STATE when it does not run, BUSY while it is restored
 */
export async function stopServer(ctx: CustomerContext, { id }: { id: string }): Promise<Answered<Status>> {
  const answer = await command(ctx, id, { name: 'stop', to: 'stopped' })
  await waitFor(ctx, async () => ctx.servers.processOf(id) === null)
  return answer
}

/**
 * Restarts the server, which is `restarting` until a new start is observed (docs/product/servers.md, "Servers").
 * @throws NOT_FOUND, WRONG_STATE unless it is active, BUSY while it is restored
 */
export function restartServer(ctx: CustomerContext, { id }: { id: string }): Promise<Answered<Status>> {
  return command(ctx, id, { name: 'restart', to: 'restarting' })
}

/** Sets auto-restart, and returns the stored value. @throws NOT_FOUND */
export const setAutoRestart = (
  ctx: CustomerContext,
  { id, autoRestart }: { id: string; autoRestart: boolean },
): Promise<Answered<{ autoRestart: boolean }>> =>
  mutate(ctx, async (tx) => {
    const { userServices } = tx.t
    const service = await lockService(tx, ctx, id)
    if (service.autoRestart === autoRestart) return { autoRestart }
    await tx
      .update(userServices)
      .set({ autoRestart, updatedAt: ctx.now() })
      .where(and(eq(userServices.userId, ctx.user.id), eq(userServices.id, id)))
    const details = { autoRestart }
    await auditCaller(tx, ctx, { ...entry(ctx, id, 'service.auto-restart'), details })
    return { autoRestart }
  })

/**
 * The last log lines of the service that match the filter, oldest first; empty before its first run. A filter searches the last
 * thousand lines.
 * @throws NOT_FOUND
 */
export async function readServerLog(
  ctx: CustomerContext,
  { id, lines, kind, q }: LogInput,
): Promise<{ lines: string[] }> {
  await getService(ctx, { id })
  if (!kind && !q) return { lines: await ctx.servers.readLog(id, lines) }
  const all = await ctx.servers.readLog(id, logLines.most)
  return { lines: all.filter((line) => matchesLog(line, { kind, q })).slice(-lines) }
}
