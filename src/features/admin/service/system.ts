import { statfs } from 'node:fs/promises'
import { and, desc, eq } from 'drizzle-orm'
import type { z } from 'zod'
import { auditCaller } from '#db/audit/audit.ts'
import { retryJob } from '#db/jobs.ts'
import { olderThan, toPage } from '#db/lists/paging.ts'
import { listLiveNodes, placeOf } from '#db/locks/node-leases.ts'
import type { Source, Store } from '#db/types.ts'
import { countFailedBackups } from '#features/backups/desk/list-backups.ts'
import { countQueuedMails } from '#features/mail/desk.ts'
import { countWaitingOrders } from '#features/orders/desk/read.ts'
import type { Answered } from '#server/answers/answer-in.ts'
import { mutate } from '#server/answers/mutate.ts'
import type { CustomerContext } from '#server/context.ts'
import { inTime } from '#shared/async/in-time.ts'
import { diskFloorBytes } from '#shared/bytes.ts'
import { DomainError, notFound, only } from '#shared/errors.ts'
import type { Answer } from '#shared/schema.ts'
import { countText } from '#shared/text/count-text.ts'
import { second } from '#shared/time.ts'
import type { driverOutput, healthOutput, jobOutput, listJobsInput } from '../contract.ts'
import { readNames, readPeople } from './audit-targets.ts'
import { isListed } from './listed-jobs.ts'

type JobRow = Store['t']['jobs']['$inferSelect']

/** Target of a job by its kind: `service.provision` is about a service. */
const thingOf = ({ kind, relatedId, userId }: JobRow) => ({
  type: kind.split('.')[0] ?? kind,
  id: relatedId,
  userId,
})

/** Jobs with their owners and target names. */
async function presentJobs(source: Source, rows: readonly JobRow[]): Promise<Answer<typeof jobOutput>[]> {
  const names = await readNames(source, rows.map(thingOf))
  const people = await readPeople(
    source,
    rows.map(({ userId }) => userId),
  )
  return rows.map((row) => {
    const { type, id } = thingOf(row)
    return {
      id: row.id,
      kind: row.kind,
      status: row.status,
      step: row.step,
      attempts: row.attempts,
      message: row.message,
      relatedId: row.relatedId,
      about: { type, id, name: names.get(id ?? '') ?? null },
      customer: people.get(row.userId ?? '') ?? null,
      runAt: row.runAt,
      createdAt: row.createdAt,
      finishedAt: row.finishedAt,
    }
  })
}

/** Durable jobs, newest first. */
export async function listJobs(ctx: CustomerContext, input: z.output<typeof listJobsInput>) {
  const { jobs } = ctx.store.t
  const older = olderThan({ at: jobs.createdAt, id: jobs.id }, input.cursor)
  const rows = await ctx.store.read
    .select()
    .from(jobs)
    .where(and(isListed(ctx), input.status ? eq(jobs.status, input.status) : undefined, older))
    .orderBy(desc(jobs.createdAt), desc(jobs.id))
    .limit(input.limit + 1)
  const page = toPage(rows, {
    limit: input.limit,
    key: (row) => ({ at: row.createdAt, id: row.id }),
    present: (row) => row,
  })
  return { ...page, items: await presentJobs(ctx.store, page.items) }
}

/** Queues a failed job again with all its attempts, and writes an audit entry. @throws NOT_FOUND, WRONG_STATE unless it failed */
export async function retryFailedJob(
  ctx: CustomerContext,
  { id }: { id: string },
): Promise<Answered<Answer<typeof jobOutput>>> {
  const { jobs } = ctx.store.t
  return mutate(ctx, async (tx) => {
    const now = ctx.now()
    const isQueued = await retryJob(tx, { id, now })
    const [job] = await tx.select().from(jobs).where(eq(jobs.id, id))
    if (!job) throw notFound('This job')
    if (!isQueued) throw new DomainError('WRONG_STATE', 'Only a failed job can be retried.')
    await auditCaller(tx, ctx, {
      action: 'job.retry',
      targetType: 'job',
      targetId: id,
      userId: job.userId,
      note: job.kind,
    })
    return only(await presentJobs(tx, [job]), 'This job')
  })
}

/** Health of the portal: queues, failures, and free space. */
export async function readHealth(ctx: CustomerContext): Promise<Answer<typeof healthOutput>> {
  const { read, t } = ctx.store
  const disk = await statfs(ctx.env.DATA_DIR)
  const freeDiskBytes = disk.bavail * disk.bsize
  const nodes = ctx.node.isShared ? await listLiveNodes(ctx.store) : []
  const [pendingOrders, queuedJobs, failedJobs, queuedMails] = [
    await countWaitingOrders(ctx),
    await read.$count(t.jobs, and(eq(t.jobs.status, 'queued'), isListed(ctx))),
    await read.$count(t.jobs, and(eq(t.jobs.status, 'failed'), isListed(ctx))),
    await countQueuedMails(ctx),
  ]
  const problems = [
    ...(freeDiskBytes < diskFloorBytes ? ['The disk is nearly full.'] : []),
    ...(failedJobs > 0
      ? [`${countText(failedJobs, 'job has failed and waits', 'jobs have failed and wait')} for a retry.`]
      : []),
  ]
  return {
    version: ctx.version,
    engine: ctx.env.DATABASE_URL ? 'PostgreSQL' : 'SQLite',
    startedAt: ctx.startedAt,
    isReady: problems.length === 0,
    freeDiskBytes,
    totalDiskBytes: disk.blocks * disk.bsize,
    nodes: nodes.map(placeOf),
    pendingOrders,
    queuedJobs,
    failedJobs,
    queuedMails,
    failedBackups: await countFailedBackups(ctx),
    problems,
  }
}

/** A slower driver counts as unresponsive; the page does not wait for it. */
const patienceMs = 3 * second
const silent = { isHealthy: false, version: null, message: 'No response within 3 seconds.' }

/** The portal's external connections by area, as they are now. */
export async function listDrivers(ctx: CustomerContext): Promise<Answer<typeof driverOutput>[]> {
  const drivers = ctx.features.flatMap((feature) => feature.drivers?.(ctx) ?? [])
  return Promise.all(
    drivers.map(async ({ area, driver: { name, mode, limitation }, driver }) => {
      const { message, ...health } = await inTime(driver.check(), patienceMs, () => silent)
      const isLimited = limitation !== undefined
      return { area, name, mode, ...health, isLimited, message: message ?? limitation ?? null }
    }),
  )
}
