import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { and, eq, inArray, lte, notInArray } from 'drizzle-orm'
import { removeRows } from '#db/rows/remove.ts'
import type { JobContext } from '#server/context.ts'
import { exists, namesIn, removeAll } from '#server/system/disk.ts'
import { readId } from '#shared/schema.ts'
import { after, day, hour } from '#shared/time.ts'
import { exportFolder, exportPath } from './folders.ts'

/** How long a finished export stays listed. */
const listedDays = 30

const isOld = async (path: string): Promise<boolean> => {
  const stats = await stat(path).catch(() => null)
  // File times are the machine's, not the portal clock's.
  return stats !== null && stats.mtimeMs < performance.timeOrigin + performance.now() - hour
}

/** Expires exports without an archive, as after a restore of the portal. */
async function expireLost({ store, env }: JobContext): Promise<void> {
  const { accountExports: e } = store.t
  for (const { id } of await store.read.select({ id: e.id }).from(e).where(eq(e.status, 'ready'))) {
    if (await exists(exportPath(env.DATA_DIR, id))) continue
    await store.tx((tx) =>
      tx
        .update(tx.t.accountExports)
        .set({ status: 'expired' })
        .where(and(eq(e.id, id), eq(e.status, 'ready'))),
    )
  }
}

/** Removes files without a live export, and partial files that a crash left. */
async function sweepFolder({ store, env }: JobContext): Promise<void> {
  const { accountExports: e } = store.t
  const folder = exportFolder(env.DATA_DIR)
  for (const name of await namesIn(folder)) {
    const [id = ''] = name.split('.')
    const live = name.endsWith('.tmp')
      ? ['pending' as const]
      : ['pending' as const, 'ready' as const, 'fetching' as const]
    const isLive = and(eq(e.id, readId(id)), inArray(e.status, live))
    if ((await store.read.$count(e, isLive)) > 0) continue
    if (!name.endsWith('.tmp') || (await isOld(join(folder, name)))) await removeAll(join(folder, name))
  }
}

/**
 * Expires archives after seven days, reopens downloads that a crash interrupted, and drops exports from the list after
 * thirty days.
 */
export async function sweepExports(ctx: JobContext): Promise<void> {
  const { store } = ctx
  const now = ctx.now()
  const { accountExports: e } = store.t
  await store.tx(async (tx) => {
    const isStuck = and(eq(e.status, 'fetching'), lte(e.fetchedAt, after(now, -hour)))
    await tx.update(tx.t.accountExports).set({ status: 'ready' }).where(isStuck)
    for (const status of ['ready', 'fetching'] as const)
      await tx
        .update(tx.t.accountExports)
        .set({ status: 'expired' })
        .where(and(eq(e.status, status), lte(e.expiresAt, now)))
  })
  await expireLost(ctx)
  await sweepFolder(ctx)
  const isOver = and(
    notInArray(e.status, ['pending', 'ready', 'fetching']),
    lte(e.createdAt, after(now, -listedDays * day)),
  )
  await removeRows(store, { table: e, key: e.id, which: isOver })
}
