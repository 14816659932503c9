import { and, desc, eq, gt, gte, isNotNull, notInArray, or, sql } from 'drizzle-orm'
import { enqueueJob } from '#db/jobs.ts'
import type { JobContext } from '#server/context.ts'
import { after, day } from '#shared/time.ts'
import { serviceKey, testKind } from '../kinds.ts'
import { hasLiveJob } from './live-jobs.ts'

const batch = 20

/**
 * Queues a test of the newest completed backup for every service with no restored or tested backup within `everyMs`. The
 * verification at creation does not count. After a failed test the next one follows a day later.
 */
export async function queueTests(ctx: JobContext, everyMs: number): Promise<void> {
  const { store } = ctx
  const { backups, jobs } = store.t
  const now = ctx.now()
  // Reads all backups, but only once an hour and in the background.
  const services = await store.readLong((read) => {
    const proven = read
      .selectDistinct({ serviceId: backups.serviceId })
      .from(backups)
      .where(and(gte(backups.verifiedAt, after(now, -everyMs)), gt(backups.verifiedAt, backups.finishedAt)))
    const tried = read
      .select({ key: jobs.key })
      .from(jobs)
      .where(and(eq(jobs.kind, testKind), gte(jobs.finishedAt, after(now, -day))))
    const key = sql`'service:' || cast(${backups.serviceId} as text)`
    return read
      .selectDistinct({ userId: backups.userId, serviceId: backups.serviceId })
      .from(backups)
      .where(
        and(
          eq(backups.status, 'completed'),
          notInArray(backups.serviceId, sql`${proven}`),
          or(isNotNull(backups.verifiedAt), notInArray(key, sql`${tried}`)),
        ),
      )
      .limit(batch)
  })
  for (const { userId, serviceId } of services) {
    const own = and(
      eq(backups.userId, userId),
      eq(backups.serviceId, serviceId),
      eq(backups.status, 'completed'),
    )
    const newest = desc(backups.createdAt)
    const [backup] = await store.read
      .select()
      .from(backups)
      .where(own)
      .orderBy(newest, desc(backups.id))
      .limit(1)
    if (!backup || (await hasLiveJob(store.read, store.t, { serviceId, kinds: [testKind] }))) continue
    const payload = { userId, serviceId, backupId: backup.id }
    const job = { kind: testKind, payload, key: serviceKey(serviceId), userId, relatedId: backup.id, now }
    await store.tx((tx) => enqueueJob(tx, job))
  }
}
