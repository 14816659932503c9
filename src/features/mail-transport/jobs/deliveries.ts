import { and, eq } from 'drizzle-orm'
import { enqueueJob } from '#db/jobs.ts'
import type { Tx } from '#db/types.ts'
import { domainOf } from '#features/mailboxes/contract/address.ts'
import { findMailDomain } from '#features/mailboxes/domains/signing-key.ts'
import { mailNameOf } from '#features/mailboxes/service/mail-name.ts'
import { publish } from '#server/answers/mutate.ts'
import type { Deps, JobContext } from '#server/context.ts'
import { Interrupted, type JobHandler, unlessEnding } from '#server/jobs/job-handler.ts'
import { describeFailure } from '#server/log.ts'
import { hour, minute } from '#shared/time.ts'
import { deliveryKind } from '../sending/create-mail-queue.ts'
import { deliver, type QueueRow } from '../sending/deliver.ts'
import { isFirstOf, Loop } from '../sending/loop.ts'
import { composeReport, type Report } from '../sending/report.ts'
import { Refusal } from '../sending/transports/transport.ts'

const reportKind = 'email.report'

const waits = [0, minute, 4 * minute, 10 * minute, 15 * minute, 30 * minute, hour, 2 * hour]
/** After these, four hours in total, the sender is notified of the delay. */
const noticeAttempt = waits.length
const delaysMs = [...waits, 4 * hour, 8 * hour, 8 * hour, 12 * hour, 12 * hour]

async function readRow({ store }: Pick<Deps, 'store'>, id: string): Promise<QueueRow | undefined> {
  const { emailQueue: q } = store.t
  const [row] = await store.read.select().from(q).where(eq(q.id, id))
  return row
}

const update = (tx: Tx, id: string, values: Partial<QueueRow>) => {
  const { emailQueue: q } = tx.t
  return tx
    .update(q)
    .set(values)
    .where(and(eq(q.id, id), eq(q.status, 'queued')))
    .returning({ id: q.id })
}

type ReportRequest = { queueId: string; what: Report['what']; status: string }

/** Reports have an empty sender: reports about reports would loop (RFC 5321, 4.5.5). */
const requestReport = (tx: Tx, ctx: JobContext, request: ReportRequest) =>
  enqueueJob(tx, { kind: reportKind, payload: request, now: ctx.now() })

type End = { id: string; refusal: Refusal } & Partial<Pick<QueueRow, 'attempts' | 'lastError'>>

async function giveUp(tx: Tx, ctx: JobContext, { id, refusal, ...progress }: End) {
  const updated = await update(tx, id, { ...progress, status: 'failed', endedAt: ctx.now() })
  if (updated.length === 0 || (refusal instanceof Loop && !(await isFirstOf(tx, refusal, ctx.now())))) return
  await requestReport(tx, ctx, { queueId: id, what: 'failed', status: refusal.status })
}

const publishDelivery = (tx: Tx, ctx: JobContext, { userId, accountId }: QueueRow) => {
  if (userId !== null && accountId !== null)
    publish(tx, ctx, { userId, kind: 'email', id: accountId, status: 'mail' })
}

const refusalOf = (ctx: JobContext, error: unknown): Refusal => {
  if (error instanceof Refusal) return error
  ctx.log.error('mail not delivered', describeFailure(error))
  return new Refusal(false, '4.3.0', 'The message could not be delivered.')
}

/**
 * Delivers a message to one recipient. A crash between hand-over and commit causes a second delivery: twice rather than never. A
 * permanent refusal ends it immediately.
 */
const delivering: JobHandler = {
  kind: deliveryKind,
  delaysMs,
  failureText: 'The message was not accepted.',
  hasOwnRecord: true,
  async run(ctx, job, stopping) {
    const row = await readRow(ctx, job.id)
    if (row?.status !== 'queued') return
    const { attempts } = job
    try {
      const { isFile } = await unlessEnding(stopping, () => deliver(ctx, row))
      const done = { status: 'sent' as const, endedAt: ctx.now(), lastError: null, isFile, attempts }
      await ctx.store.tx(async (tx) => {
        await update(tx, row.id, done)
        publishDelivery(tx, ctx, row)
      })
    } catch (error) {
      if (error instanceof Interrupted) throw error
      const refusal = refusalOf(ctx, error)
      const progress = { attempts, lastError: refusal.message }
      await ctx.store.tx(async (tx) => {
        if (refusal.isFinal) await giveUp(tx, ctx, { id: row.id, refusal, ...progress })
        else await update(tx, row.id, progress)
        publishDelivery(tx, ctx, row)
      })
      // The refusal may contain addresses, which must not be logged.
      if (!refusal.isFinal) throw new Error(`not accepted: ${refusal.status}`)
    }
  },
  async failed(tx, ctx, { job, outcome }) {
    if (outcome === 'failed')
      await giveUp(tx, ctx, {
        id: job.id,
        refusal: new Refusal(true, '5.4.7', 'The message could not be delivered in time.'),
      })
    else if (job.attempts === noticeAttempt)
      await requestReport(tx, ctx, { queueId: job.id, what: 'delayed', status: '4.4.1' })
  },
}

async function reportOn(
  ctx: JobContext,
  id: string,
  { queueId, what, status }: ReportRequest,
): Promise<Uint8Array | null> {
  const row = await readRow(ctx, queueId)
  if (!row || row.sender === '') return null
  const [from, reporter] = [domainOf(row.sender), mailNameOf(ctx)]
  return composeReport({
    id,
    what,
    status,
    sender: row.sender,
    recipient: row.recipient,
    subject: row.subject,
    said: row.lastError ?? 'No server accepted it within two days.',
    queuedAt: row.createdAt,
    content: await ctx.queueFiles.read(row.file),
    reporter,
    // A report must not use another owner's domain.
    domain: from !== null && (await findMailDomain(ctx, from)) ? from : reporter,
    now: ctx.now(),
  })
}

/**
 * Sends a report to the sender of a message. It is first written to the file of its own id, so that a retry creates no second
 * one.
 */
const reporting: JobHandler = {
  kind: reportKind,
  failureText: 'The report could not be created.',
  hasOwnRecord: true,
  async run(ctx, job) {
    const report = await reportOn(ctx, job.id, job.payload as ReportRequest)
    if (report) await ctx.queueFiles.put(job.id, report)
  },
  async done(tx, ctx, job) {
    const { queueId, what } = job.payload as ReportRequest
    const { emailQueue: q } = tx.t
    const [row] = await tx.select().from(q).where(eq(q.id, queueId))
    const written = await ctx.queueFiles.read(job.id)
    if (!row || !written) return
    await ctx.mailQueue.enqueue(tx, {
      owner: null,
      kind: 'report',
      sender: '',
      recipients: [row.sender],
      subject: what === 'failed' ? 'Your message could not be delivered' : 'Your message is delayed',
      file: job.id,
      sizeBytes: written.size,
    })
  },
}

/** Run by several workers: a hanging server must not delay other deliveries. */
export const handlers = [delivering, reporting]
