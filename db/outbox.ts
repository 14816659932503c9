import type { Tx } from './store.ts'

export type NewMail = {
  to: string
  subject: string
  text: string
  html: string
  kind: string
  relatedId?: string | undefined
  userId?: string | undefined
  now: Date
}

/** Puts a mail into the outbox within the transaction of what it tells about; returns its id. The server sends it. */
export async function enqueueMail(tx: Tx, { now, ...mail }: NewMail): Promise<string> {
  const id = Bun.randomUUIDv7()
  await tx.insert(tx.t.mails).values({ ...mail, id, nextAttemptAt: now, createdAt: now })
  return id
}
