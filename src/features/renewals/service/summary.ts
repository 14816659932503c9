import { and, asc, count, gte, lt } from 'drizzle-orm'
import { sendMail } from '#features/mail/send-mail.ts'
import type { JobContext } from '#server/context.ts'
import { countText } from '#shared/text/count-text.ts'
import { after, day, dayInKolkata } from '#shared/time.ts'
import { startOfDay } from '../contract/proration.ts'
import { dailySummary } from '../mails.ts'

/** Names of the steps in the staff's summary; it omits the others. */
const sentences: Record<string, (n: number) => string> = {
  invoice: (n) => `${countText(n, 'renewal')} billed`,
  warn: (n) => `${countText(n, 'final warning')} sent`,
  suspend: (n) => `${countText(n, 'service')} suspended`,
  resume: (n) => `${countText(n, 'service')} paid and active again`,
  terminate: (n) => `${countText(n, 'service')} ended`,
  expire: (n) => `${countText(n, 'domain')} expired`,
  plan: (n) => countText(n, 'plan change'),
}
const namedSteps = new Set(['warn', 'suspend', 'terminate', 'expire'])
const mostNames = 50

async function describeDay({ store: { readLong, t } }: JobContext, from: Date, to: Date): Promise<string[]> {
  const { renewalSteps: s } = t
  const isThen = and(gte(s.at, from), lt(s.at, to))
  const counts = await readLong((read) =>
    read.select({ step: s.step, n: count() }).from(s).where(isThen).groupBy(s.step),
  )
  const rows = await readLong((read) =>
    read
      .select({ step: s.step, name: s.name })
      .from(s)
      .where(isThen)
      .orderBy(asc(s.at), asc(s.id))
      .limit(2_000),
  )
  return Object.entries(sentences).flatMap(([step, say]) => {
    const n = counts.find((each) => each.step === step)?.n ?? 0
    if (n === 0) return []
    const names = rows.filter((row) => row.step === step).map(({ name }) => name)
    const more = names.length > mostNames ? ' …' : ''
    return [namedSteps.has(step) ? `${say(n)}: ${names.slice(0, mostNames).join(', ')}${more}` : say(n)]
  })
}

/** Mails the staff about yesterday's steps, in Kolkata time, if there were any; needs `CONTACT_EMAIL`. */
export async function sendSummary(ctx: JobContext): Promise<void> {
  const { CONTACT_EMAIL: email } = ctx.env
  if (!email) return
  const to = startOfDay(ctx.now())
  const from = after(to, -day)
  const about = dayInKolkata(from)
  const lines = await describeDay(ctx, from, to)
  if (lines.length === 0) return
  await ctx.store.tx(async (tx) => {
    const row = { day: about, sentAt: ctx.now() }
    const isNew = await tx.insert(tx.t.renewalSummaries).values(row).onConflictDoNothing().returning()
    if (isNew.length > 0) await sendMail(tx, ctx, dailySummary({ day: about, lines }), { email })
  })
}
