import { and, desc, eq, inArray } from 'drizzle-orm'
import { enqueueJob } from '#db/jobs.ts'
import type { Tx } from '#db/types.ts'
import { sendMail } from '#features/mail/send-mail.ts'
import type { Template } from '#features/mail/template.ts'
import { isDeletedEmail } from '#shared/deleted-email.ts'
import type { NoticeKind } from '../contract/kinds.ts'
import { keptNotices } from '../contract/limits.ts'
import type { NoticeContext, StoredNotice } from '../follower.ts'
import { announceKind } from './announce.ts'
import { readChannels } from './channels.ts'
import { plainLetter } from './plain-letter.ts'

/** A notice to send. Missing subject, body, link and row come from the template. */
export type Notice = {
  userId: string
  kind: NoticeKind
  /** One line. */
  subject?: string
  body?: string
  /** The page that it links to, as a path of the portal: `/domains`. */
  link?: string
  /** The row that it is about. */
  relatedId?: string
  /** The mail, where it says more than subject and body. */
  template?: Template
  /** The caller sends the mail too, to an address other than the account's. */
  hasOwnMail?: true
} & ({ subject: string } | { template: Template })

/** The content for screen and webhooks. */
function presentNotice(ctx: NoticeContext, notice: Notice): StoredNotice {
  const [id, createdAt, origin] = [Bun.randomUUIDv7(), ctx.now(), ctx.origin()]
  const letter = notice.template?.({ companyName: ctx.env.COMPANY_NAME, origin })
  const { userId, kind } = notice
  const address = letter?.action?.url
  return {
    ...{ id, userId, kind, createdAt },
    subject: notice.subject ?? letter?.subject ?? '',
    body: notice.body ?? letter?.paragraphs.join(' ') ?? null,
    link: notice.link ?? (address?.startsWith(`${origin}/`) ? address.slice(origin.length) : null),
    relatedId: notice.relatedId ?? letter?.relatedId ?? null,
  }
}

/** Limits a user's notices to `keptNotices`; the oldest are deleted. */
async function dropOldest(tx: Tx, userId: string): Promise<void> {
  const { notifications: n } = tx.t
  const surplus = await tx
    .select({ id: n.id })
    .from(n)
    .where(eq(n.userId, userId))
    .orderBy(desc(n.createdAt), desc(n.id))
    .limit(100)
    .offset(keptNotices)
  const ids = surplus.map(({ id }) => id)
  if (ids.length > 0) await tx.delete(n).where(and(eq(n.userId, userId), inArray(n.id, ids)))
}

async function store(tx: Tx, stored: StoredNotice): Promise<void> {
  await tx.insert(tx.t.notifications).values(stored)
  await dropOldest(tx, stored.userId)
  // Open screens hear of it after the commit.
  const { id, userId, createdAt: now } = stored
  await enqueueJob(tx, { kind: announceKind, payload: {}, userId, relatedId: id, now })
}

/**
 * Notifies a user by the channels chosen for the kind. The notice, its mail and the followers' rows are stored within the
 * transaction that caused it, or not at all. Returns the notice's id (docs/product/notifications.md, "Notifications"). Ignores a deleted user.
 */
export async function notify(tx: Tx, ctx: NoticeContext, notice: Notice): Promise<string> {
  const { users } = tx.t
  const stored = presentNotice(ctx, notice)
  const [user] = await tx.select().from(users).where(eq(users.id, stored.userId))
  if (!user || isDeletedEmail(user.email)) return stored.id
  const channels = await readChannels(tx, stored)
  if (channels.screen) await store(tx, stored)
  if (channels.mail && !notice.hasOwnMail)
    await sendMail(tx, ctx, notice.template ?? plainLetter(stored), user)
  if (channels.webhook) {
    for (const { followNotice } of ctx.features) await followNotice?.(tx, ctx, stored)
  }
  return stored.id
}
