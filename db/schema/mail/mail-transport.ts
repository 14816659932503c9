import { sql } from 'drizzle-orm'
import type { Kit } from '../../kit.ts'

/** Outgoing mail, and greylisted senders. */
export function mailTransportTables(k: Kit) {
  /** Outgoing mail: a row for each recipient, and a job of the same id while it is queued. */
  const emailQueue = k.table(
    'email_queue',
    {
      id: k.id().primaryKey(),
      /** NULL for a bounce to an outside sender, and for mail forwarded for a role address. */
      userId: k.ref(),
      accountId: k.ref(),
      kind: k.oneOf(['message', 'forward', 'report']).notNull(),
      /** The envelope sender; empty for bounces (RFC 5321, 4.5.5). */
      sender: k.text().notNull(),
      recipient: k.text().notNull(),
      subject: k.text().notNull().default(''),
      /** The raw message, shared by the recipients of one submission. */
      file: k.text().notNull(),
      sizeBytes: k.big().notNull(),
      status: k.oneOf(['queued', 'sent', 'failed']).notNull().default('queued'),
      attempts: k.int().notNull().default(0),
      lastError: k.text(),
      /** Whether it was only written to a file, since outgoing mail is off. */
      isFile: k.bool().notNull().default(false),
      createdAt: k.time().notNull(),
      endedAt: k.time(),
    },
    (t) => [
      k.index('email_queue_account').on(t.userId, t.accountId, t.createdAt, t.id),
      k.index('email_queue_ended').on(t.endedAt, t.id).where(sql`ended_at is not null`),
      k.index('email_queue_file').on(t.file),
      k.index('email_queue_waiting').on(t.id).where(sql`status = 'queued'`),
    ],
  )

  /** Greylisting, by a digest of network, sender and recipient. */
  const emailGreylist = k.table(
    'email_greylist',
    {
      key: k.text().primaryKey(),
      firstSeenAt: k.time().notNull(),
      passedAt: k.time(),
      expiresAt: k.time().notNull(),
    },
    (t) => [k.index('email_greylist_expires').on(t.expiresAt)],
  )

  return { emailQueue, emailGreylist }
}
