import { and, eq } from 'drizzle-orm'
import { listHeldServices, releaseService } from '#features/servers/hold.ts'
import type { JobContext } from '#server/context.ts'
import { restorePlaces } from '../folders.ts'
import { createKind, restoreKind } from '../kinds.ts'
import { hasLiveJob } from './live-jobs.ts'
import { rollBack } from './swap.ts'

const batch = 50
const interrupted = 'The work on this backup was interrupted.'

/** Services held for a restore that nobody carries out are released with their old tree; pending backups likewise fail. */
export async function repairBackups(ctx: JobContext): Promise<void> {
  await releaseServices(ctx)
  await failAbandoned(ctx)
}

async function releaseServices(ctx: JobContext): Promise<void> {
  const { store } = ctx
  for (const service of await listHeldServices(store)) {
    if (await hasLiveJob(store.read, store.t, { serviceId: service.id, kinds: [restoreKind] })) continue
    // A restore that ended between the two questions has released it: its tree is the right one.
    if (!(await listHeldServices(store)).some(({ id }) => id === service.id)) continue
    await rollBack(restorePlaces(ctx.env.DATA_DIR, service.id), 'repair')
    await store.tx((tx) => releaseService(tx, { ...service, now: ctx.now() }))
    ctx.events.publish({ userId: service.userId, kind: 'service', id: service.id, status: 'active' })
  }
}

async function failAbandoned(ctx: JobContext): Promise<void> {
  const { read, t } = ctx.store
  const { backups } = t
  const { id, userId, serviceId } = backups
  const pending = await read
    .select({ id, userId, serviceId })
    .from(backups)
    .where(eq(backups.status, 'pending'))
    .limit(batch)
  for (const backup of pending) {
    const work = { serviceId: backup.serviceId, kinds: [createKind, restoreKind] }
    if (await hasLiveJob(read, t, work)) continue
    await ctx.store.tx((tx) =>
      tx
        .update(tx.t.backups)
        .set({ status: 'failed', reason: interrupted, finishedAt: ctx.now() })
        .where(and(eq(userId, backup.userId), eq(id, backup.id), eq(backups.status, 'pending'))),
    )
    ctx.events.publish({ userId: backup.userId, kind: 'backup', id: backup.id, status: 'failed' })
  }
}
