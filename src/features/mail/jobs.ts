import { and, asc, eq } from 'drizzle-orm'
import { isDue } from '#db/clock.ts'
import type { Store } from '#db/store.ts'
import type { JobContext } from '#server/context.ts'
import type { ScheduledTask } from '#server/jobs.ts'
import { after, hour, minute, second } from '#shared/time.ts'

type MailRow = Store['t']['mails']['$inferSelect']

const delaysMs = [30 * second, 2 * minute, 10 * minute, hour, 6 * hour] as const
const longestDelayMs = Math.max(...delaysMs)
const batch = 20
/** A mail in hand is given this long when the portal ends. */
const graceMs = second

/** A link that signs somebody in has no business in the outbox once it is on its way. */
const withoutLinks = ({ kind }: MailRow) => (kind.startsWith('auth.') ? { text: '', html: '' } : {})

/** What the work answers, or `null` when the portal is ending and has given it `graceMs` more. */
async function unlessEnding<T>(stopping: AbortSignal, work: Promise<T>): Promise<T | null> {
  const { promise, resolve } = Promise.withResolvers<null>()
  let timer: Timer | undefined
  const begin = () => {
    timer = setTimeout(() => resolve(null), graceMs)
  }
  stopping.addEventListener('abort', begin)
  try {
    return await Promise.race([work, promise])
  } finally {
    stopping.removeEventListener('abort', begin)
    clearTimeout(timer)
  }
}

/** Hands a mail over; what its row is to say of it then. */
function handOver(ctx: JobContext, row: MailRow) {
  const attempts = row.attempts + 1
  const { id, to, subject, text, html } = row
  const from = ctx.env.MAIL_FROM ?? `${ctx.env.COMPANY_NAME} <no-reply@${new URL(ctx.origin()).hostname}>`
  return ctx.mailer.send({ id, from, to, subject, text, html }).then(
    () => ({ attempts, status: 'sent' as const, sentAt: ctx.now(), lastError: null, ...withoutLinks(row) }),
    (error: unknown) => {
      ctx.log.warn('mail not sent', {
        mail: id,
        attempts,
        code: error instanceof Error ? error.name : 'unknown',
      })
      const delay = delaysMs[row.attempts]
      const lastError = 'The mail server did not accept the mail.'
      return delay === undefined
        ? { attempts, status: 'failed' as const, lastError }
        : { attempts, lastError, nextAttemptAt: after(ctx.now(), delay) }
    },
  )
}

/**
 * Sends what the outbox holds, oldest first; what fails is tried again up to five times with growing waits. A mail that is
 * still in hand when the portal ends stays queued.
 */
export const sendMails: ScheduledTask = {
  name: 'outbox',
  everyMs: second,
  async run(ctx, stopping) {
    const { mails } = ctx.store.t
    const due = await ctx.store.read
      .select()
      .from(mails)
      .where(
        and(
          eq(mails.status, 'queued'),
          isDue(mails.nextAttemptAt, { now: ctx.now(), longestMs: longestDelayMs }),
        ),
      )
      .orderBy(asc(mails.nextAttemptAt), asc(mails.id))
      .limit(batch)
    for (const row of due) {
      const outcome = stopping.aborted ? null : await unlessEnding(stopping, handOver(ctx, row))
      if (outcome === null) return
      await ctx.store.tx((tx) => tx.update(tx.t.mails).set(outcome).where(eq(tx.t.mails.id, row.id)))
    }
  },
}
