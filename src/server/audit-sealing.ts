import { asc, eq } from 'drizzle-orm'
import { hasSeal, readHead, sealAudit, sealPage } from '#db/audit-seal.ts'
import { acquireLease, releaseLease } from '#db/leases.ts'
import { enqueueMail } from '#db/outbox.ts'
import { composeMail } from '#shared/mail.ts'
import { after, day, hour, second } from '#shared/time.ts'
import { noteHead, readNotedHead, writeHead } from './audit-head.ts'
import type { JobContext } from './context.ts'
import type { ScheduledTask } from './jobs.ts'
import { auditKey } from './secrets.ts'

type Sealing = Pick<JobContext, 'store' | 'env' | 'log' | 'now' | 'secrets'>

/**
 * Every entry that waited is sealed, and the newest seal noted in the data folder. A chain without the seal that was
 * noted before is told in the log and keeps the old note, so that `audit verify` fails until the operator accepts it.
 */
export async function sealAll(ctx: Sealing): Promise<void> {
  const { store, env, log } = ctx
  const before = await readHead(store)
  const [now, key] = [ctx.now(), auditKey(ctx.secrets)]
  while ((await sealAudit(store, { now, key })) === sealPage);
  const head = await readHead(store)
  const isNew = head !== null && head.hash !== before?.hash
  const noted = isNew || head === null ? await readNotedHead(env.DATA_DIR) : null
  if (noted && !(await hasSeal(store, noted)))
    return log.error('audit log broken: a seal that was there is missing', { seal: writeHead(noted) })
  if (isNew) await noteHead(env.DATA_DIR, head)
}

/** Chains new audit entries into the seals. */
export const sealing: ScheduledTask = {
  name: 'audit-seals',
  everyMs: 5 * second,
  run: sealAll,
}

const maxRecipients = 10
const noteLease = 'audit-note'

/** Who keeps the daily note: the company's own address, else its administrators. */
async function findRecipients({ env, store }: JobContext): Promise<{ to: string; userId?: string }[]> {
  if (env.CONTACT_EMAIL) return [{ to: env.CONTACT_EMAIL }]
  const { email, id, isAdmin, createdAt } = store.t.users
  const rows = await store.read
    .select({ to: email, userId: id })
    .from(store.t.users)
    .where(eq(isAdmin, true))
    .orderBy(asc(createdAt), asc(id))
    .limit(maxRecipients)
  return rows
}

const dailyNote = (companyName: string, head: string) => ({
  kind: 'audit.head',
  subject: 'Audit log: the newest seal',
  ...composeMail({
    companyName,
    greeting: 'Hello,',
    paragraphs: [
      'Keep this mail where whoever runs the portal cannot change it. It proves later that no entry of the audit log up to now was changed or removed.',
      `Newest seal: ${head}`,
      `To check: portal audit verify --head ${head}`,
    ],
  }),
})

/** Whether the first seal is a day old: before that there is nothing to tell of. */
async function isDayOld({ store, now }: JobContext): Promise<boolean> {
  const { number, sealedAt } = store.t.auditSeals
  const [first] = await store.read.select({ sealedAt }).from(store.t.auditSeals).orderBy(asc(number)).limit(1)
  return first !== undefined && first.sealedAt <= after(now(), -day)
}

/** The newest seal leaves the machine once a day: as a line of the log, and as a mail to CONTACT_EMAIL or the administrators. */
export const notingHead: ScheduledTask = {
  name: 'audit-head',
  everyMs: hour,
  async run(ctx) {
    const { store, env, log } = ctx
    const head = (await isDayOld(ctx)) ? await readHead(store) : null
    if (head === null) return
    const now = ctx.now()
    const lease = { name: noteLease, holder: Bun.randomUUIDv7(), now }
    // Held for a day and never renewed: whichever node comes first that day sends the note.
    if (!(await acquireLease(store, { ...lease, ttlMs: day }))) return
    try {
      const mail = dailyNote(env.COMPANY_NAME, writeHead(head))
      const recipients = await findRecipients(ctx)
      await store.tx(async (tx) => {
        for (const recipient of recipients) await enqueueMail(tx, { ...mail, ...recipient, now })
      })
      log.info('audit log head', head)
    } catch (error) {
      await releaseLease(store, lease)
      throw error
    }
  },
}
