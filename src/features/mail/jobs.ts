import { and, eq, like } from 'drizzle-orm'
import { jobDelaysMs } from '#db/jobs.ts'
import type { Store, Tx } from '#db/types.ts'
import type { JobContext } from '#server/context.ts'
import { type JobHandler, unlessEnding } from '#server/jobs/job-handler.ts'
import { hour } from '#shared/time.ts'
import { NotHandedOver } from './drivers/mailer.ts'
import { mailJobKind } from './send-mail.ts'
import { writtenSubject } from './written-subject.ts'

type MailRow = Store['t']['mails']['$inferSelect']

const failureText = 'The mail server did not accept the mail.'

/** Reports only the code of a failure: the mail server's reply may contain the address. */
function withoutWords(error: unknown): Error {
  return Object.assign(
    new Error(failureText),
    error instanceof Error && 'code' in error ? { code: error.code } : {},
  )
}

async function handOver(ctx: JobContext, { id, to, subject, text, html }: MailRow): Promise<void> {
  const domain = new URL(ctx.origin()).hostname
  const from = ctx.env.MAIL_FROM ?? { name: ctx.env.COMPANY_NAME, address: `no-reply@${domain}` }
  try {
    await ctx.mailer.send({ id, domain, from, to, subject: writtenSubject(subject), text, html })
  } catch (error) {
    throw error instanceof NotHandedOver ? error : withoutWords(error)
  }
}

const update = (tx: Tx, id: string, values: Partial<MailRow>) =>
  tx.update(tx.t.mails).set(values).where(eq(tx.t.mails.id, id))

/** Sends one mail. A mail being sent when the portal stops stays queued. */
export const sending: JobHandler = {
  kind: mailJobKind,
  delaysMs: [...jobDelaysMs, 6 * hour],
  failureText: (error) => (error instanceof NotHandedOver ? error.message : failureText),
  hasOwnRecord: true,
  async run(ctx, job, stopping) {
    const { mails } = ctx.store.t
    const [mail] = await ctx.store.read.select().from(mails).where(eq(mails.id, job.id))
    if (mail) await unlessEnding(stopping, () => handOver(ctx, mail))
  },
  async done(tx, ctx, { id, attempts }) {
    const { mails } = tx.t
    const isFile = ctx.mailer.mode === 'embedded'
    await update(tx, id, { status: 'sent', sentAt: ctx.now(), isFile, attempts, lastError: null })
    // A sign-in link must not stay in the outbox once it is sent.
    await tx
      .update(mails)
      .set({ text: '', html: '' })
      .where(and(eq(mails.id, id), like(mails.kind, 'auth.%')))
  },
  async failed(tx, _, { job, message, outcome }) {
    const progress = { attempts: job.attempts, lastError: message }
    await update(tx, job.id, outcome === 'failed' ? { ...progress, status: 'failed' } : progress)
  },
}
