import { and, asc, eq, lte } from 'drizzle-orm'
import type { Store } from '#db/store.ts'
import type { JobContext } from '#server/context.ts'
import type { Chore } from '#server/jobs.ts'
import { after, hour, minute, second } from '#shared/time.ts'

type MailRow = Store['t']['mails']['$inferSelect']

const delaysMs = [30 * second, 2 * minute, 10 * minute, hour, 6 * hour] as const
const batch = 20

/** A link that signs somebody in has no business in the outbox once it is on its way. */
const withoutLinks = ({ kind }: MailRow) => (kind.startsWith('auth.') ? { text: '', html: '' } : {})

async function sendOne(ctx: JobContext, row: MailRow): Promise<void> {
  const { mails } = ctx.store.t
  const attempts = row.attempts + 1
  const { id, to, subject, text, html } = row
  const from = ctx.env.MAIL_FROM ?? `${ctx.env.COMPANY_NAME} <no-reply@${new URL(ctx.origin()).hostname}>`
  const outcome = await ctx.mailer.send({ id, from, to, subject, text, html }).then(
    () => ({ status: 'sent' as const, sentAt: ctx.now(), lastError: null, ...withoutLinks(row) }),
    (error: unknown) => {
      ctx.log.warn('mail not sent', {
        mail: id,
        attempts,
        code: error instanceof Error ? error.name : 'unknown',
      })
      const delay = delaysMs[row.attempts]
      const lastError = 'The mail server did not accept the mail.'
      return delay === undefined
        ? { status: 'failed' as const, lastError }
        : { lastError, nextAttemptAt: after(ctx.now(), delay) }
    },
  )
  await ctx.store.tx((tx) =>
    tx
      .update(mails)
      .set({ ...outcome, attempts })
      .where(eq(mails.id, id)),
  )
}

/** Sends what the outbox holds, oldest first; what fails is tried again up to five times with growing waits. */
export const sendMails: Chore = {
  name: 'outbox',
  everyMs: second,
  async run(ctx) {
    const { mails } = ctx.store.t
    const due = await ctx.store.read
      .select()
      .from(mails)
      .where(and(eq(mails.status, 'queued'), lte(mails.nextAttemptAt, ctx.now())))
      .orderBy(asc(mails.nextAttemptAt), asc(mails.id))
      .limit(batch)
    for (const row of due) await sendOne(ctx, row)
  },
}
