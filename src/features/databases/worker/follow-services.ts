import { and, eq, inArray, sql } from 'drizzle-orm'
import { isOver } from '#features/services/lifecycle/ended.ts'
import type { Deps, JobContext } from '#server/context.ts'
import { auditDatabase } from '../rows/audit-database.ts'
import { type DatabaseKey, isDatabase } from '../rows/database-rows.ts'
import { deleteToDump } from '../rows/delete-to-dump.ts'
import { markDirty } from '../rows/revision.ts'
import { warnOfDatabase } from './describe-failure.ts'
import { reconcile } from './reconcile.ts'

/** Databases accept connections in these states; the power button affects only the web server. */
const openStatuses = ['active', 'restarting', 'stopped'] as const
const closedStatuses = ['suspended', 'terminated'] as const
const batch = 100

type ServiceKey = { userId: string; serviceId: string }

/** Opens or closes a service's databases by its status; returns the changed rows. */
async function setOpen(ctx: JobContext, { userId, serviceId }: ServiceKey): Promise<DatabaseKey[]> {
  const { databases: d, userServices: s } = ctx.store.t
  return ctx.store.tx(async (tx) => {
    const [service] = await ctx.store.lock(
      tx
        .select({ status: s.status })
        .from(s)
        .where(and(eq(s.userId, userId), eq(s.id, serviceId))),
    )
    if (!service || service.status === 'pending') return []
    const isOpen = openStatuses.some((status) => status === service.status)
    const rows = await tx
      .update(d)
      .set({ ...markDirty(tx.t, ctx.now()), isOpen })
      .where(and(eq(d.userId, userId), eq(d.serviceId, serviceId), eq(d.isOpen, !isOpen)))
      .returning()
    const action = isOpen ? 'database.open' : 'database.close'
    for (const row of rows) await auditDatabase(tx, ctx, { action, row })
    return rows
  })
}

/** Opens or closes the databases of a service, by its status. */
async function followService(ctx: JobContext, service: ServiceKey): Promise<void> {
  const changed = await setOpen(ctx, service)
  await Promise.all(changed.map((place) => reconcile(ctx, place)))
}

/** Makes databases follow their services until the returned function is called. */
export function followServices(deps: Deps): () => void {
  return deps.events.subscribe(({ kind, userId, id }) => {
    if (kind !== 'service') return
    const follow = () => followService(deps, { userId, serviceId: id })
    deps.databaseWork
      .alone(`of ${id}`, follow)
      .catch((error) => warnOfDatabase(deps.log, 'databases could not follow their service', error, id))
  })
}

/** The same for services whose event was missed, for example after a crash. */
export async function followMissedChanges(ctx: JobContext): Promise<void> {
  const { databases: d, userServices: s } = ctx.store.t
  const isOfIt = and(eq(s.userId, d.userId), eq(s.id, d.serviceId))
  const owned = { userId: d.userId, serviceId: d.serviceId }
  const closed = await ctx.store.read
    .select(owned)
    .from(d)
    .innerJoin(s, isOfIt)
    .where(and(sql`not is_open`, inArray(s.status, [...openStatuses])))
    .limit(batch)
  // Reads every ended service, but only once a minute and in the background.
  const open = await ctx.store.readLong((read) =>
    read
      .select(owned)
      .from(s)
      .innerJoin(d, isOfIt)
      .where(and(inArray(s.status, [...closedStatuses]), eq(d.isOpen, true)))
      .limit(batch),
  )
  for (const service of [...closed, ...open]) await followService(ctx, service)
}

/** Removes databases of services that ended more than 30 days ago, also from the engine. */
export async function removeEnded(ctx: JobContext): Promise<void> {
  const { databases: d, databaseDumps: k, userServices: s } = ctx.store.t
  const now = ctx.now()
  const rows = await ctx.store.readLong((read) =>
    read
      .select({ row: d })
      .from(s)
      .innerJoin(d, and(eq(d.userId, s.userId), eq(d.serviceId, s.id)))
      .where(isOver(ctx.store.t, now))
      .limit(batch),
  )
  for (const { row } of rows)
    await ctx.store.tx(async (tx) => {
      const [still] = await ctx.store.lock(tx.select().from(d).where(isDatabase(tx.t, row)))
      if (!still) return
      await tx.delete(k).where(and(eq(k.userId, still.userId), eq(k.id, still.id)))
      await deleteToDump(tx, still, { now, expiresAt: now })
      await auditDatabase(tx, ctx, { action: 'database.ended', row: still })
    })
}
