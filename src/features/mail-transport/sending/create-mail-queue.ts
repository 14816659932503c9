import { and, eq, gt, inArray } from 'drizzle-orm'
import { enqueueJob, withdrawJobs } from '#db/jobs.ts'
import type { Tx } from '#db/types.ts'
import { isAccount } from '#features/mailboxes/service/rows.ts'
import type { Kernel } from '#server/context.ts'
import { DomainError } from '#shared/errors.ts'
import { after, hour, second } from '#shared/time.ts'
import type { Departure, MailQueue } from './mail-queue.ts'
import type { QueueFiles } from './queue-files.ts'

/** The kind of jobs that deliver a message to one recipient. */
export const deliveryKind = 'email.deliver'

/** Recipients of an account's own messages per hour. */
const maxPerHour = 200

const rowsAtOnce = 50

const tooMany = () =>
  new DomainError(
    'TOO_MANY_REQUESTS',
    `An address can send to at most ${maxPerHour} recipients an hour. Please try again later.`,
    { retryAfterSeconds: hour / second },
  )

/** Locked: concurrent messages cannot exceed the limit together. */
async function assertRoom(
  tx: Tx,
  { store, now }: Pick<Kernel, 'store' | 'now'>,
  { owner, recipients }: Departure,
): Promise<void> {
  if (owner === null) return
  const { emailAccounts: a, emailQueue: q } = tx.t
  const place = { userId: owner.userId, id: owner.accountId }
  await store.lock(tx.select({ id: a.id }).from(a).where(isAccount(tx.t, place)))
  const sent = await tx.$count(
    q,
    and(
      eq(q.userId, owner.userId),
      eq(q.accountId, owner.accountId),
      gt(q.createdAt, after(now(), -hour)),
      eq(q.kind, 'message'),
    ),
  )
  if (sent + recipients.length > maxPerHour) throw tooMany()
}

export function createMailQueue(kernel: Pick<Kernel, 'store' | 'now'>, files: QueueFiles): MailQueue {
  return {
    store: (content) => files.store(content),
    async enqueue(tx, departure) {
      if (departure.kind === 'message') await assertRoom(tx, kernel, departure)
      const { owner, recipients, hold, ...message } = departure
      const now = kernel.now()
      const rows = recipients.map((recipient) => ({
        ...message,
        id: Bun.randomUUIDv7(),
        userId: owner?.userId ?? null,
        accountId: owner?.accountId ?? null,
        recipient,
        createdAt: now,
      }))
      for (let i = 0; i < rows.length; i += rowsAtOnce)
        await tx.insert(tx.t.emailQueue).values(rows.slice(i, i + rowsAtOnce))
      const held = hold ? { runAt: hold.until, relatedId: hold.id } : {}
      for (const { id } of rows) await enqueueJob(tx, { id, kind: deliveryKind, payload: {}, now, ...held })
      return rows.map(({ id }) => id)
    },
    async recall(tx, id) {
      const { emailQueue: q } = tx.t
      const ids = await withdrawJobs(tx, { kind: deliveryKind, relatedId: id })
      const gone = await tx.delete(q).where(inArray(q.id, ids)).returning({ file: q.file })
      const [first] = gone
      // Rows whose delivery ended or began remain.
      return first !== undefined && (await tx.$count(q, eq(q.file, first.file))) === 0
    },
  }
}
