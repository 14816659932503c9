import { asc, eq } from 'drizzle-orm'
import { readHead } from '#db/audit/seal.ts'
import { acquireLease, releaseLease } from '#db/locks/leases.ts'
import { sendMail } from '#features/mail/send-mail.ts'
import type { Addressee } from '#features/mail/template.ts'
import { writeHead } from '#server/audit/audit-head.ts'
import type { JobContext } from '#server/context.ts'
import type { ScheduledTask } from '#server/jobs/jobs.ts'
import { after, day, hour } from '#shared/time.ts'
import { dailyNote } from './mails.ts'

const maxRecipients = 10
const noteLease = 'audit-note'

/** Recipients of the daily note: the company's own address, else its administrators. */
async function findRecipients({ env, store }: JobContext): Promise<Addressee[]> {
  if (env.CONTACT_EMAIL) return [{ email: env.CONTACT_EMAIL }]
  const { email, id, isAdmin, createdAt } = store.t.users
  const rows = await store.read
    .select({ email, id })
    .from(store.t.users)
    .where(eq(isAdmin, true))
    .orderBy(asc(createdAt), asc(id))
    .limit(maxRecipients)
  return rows
}

/** Whether the first seal is a day old: there is nothing to report before that. */
async function isDayOld({ store, now }: JobContext): Promise<boolean> {
  const { number, sealedAt } = store.t.auditSeals
  const [first] = await store.read.select({ sealedAt }).from(store.t.auditSeals).orderBy(asc(number)).limit(1)
  return first !== undefined && first.sealedAt <= after(now(), -day)
}

/** Sends the newest seal off the machine once a day: as a log line, and as a mail to CONTACT_EMAIL or the administrators. */
export const notingHead: ScheduledTask = {
  name: 'audit-head',
  everyMs: hour,
  async run(ctx) {
    const { store, log } = ctx
    const head = (await isDayOld(ctx)) ? await readHead(store) : null
    if (head === null) return
    const now = ctx.now()
    const lease = { name: noteLease, holder: Bun.randomUUIDv7(), now }
    // A lease of a day that is never renewed: the first node to take it sends that day's note.
    if (!(await acquireLease(store, { ...lease, ttlMs: day }))) return
    try {
      const recipients = await findRecipients(ctx)
      await store.tx(async (tx) => {
        for (const recipient of recipients) await sendMail(tx, ctx, dailyNote(writeHead(head)), recipient)
      })
      log.info('audit log head', head)
    } catch (error) {
      await releaseLease(store, lease)
      throw error
    }
  },
}
