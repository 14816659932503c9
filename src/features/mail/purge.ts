import { and, lt, ne } from 'drizzle-orm'
import { removeRows } from '#db/rows/remove.ts'
import type { JobContext } from '#server/context.ts'
import { after, day } from '#shared/time.ts'

// Failed mails too: they are never sent, and their text was only for the recipient.
const retentionMs = 30 * day

/** Deletes sent and failed mails after thirty days; queued ones stay. */
export async function purgeMails({ store, now }: JobContext): Promise<void> {
  const { mails } = store.t
  const isOver = and(lt(mails.createdAt, after(now(), -retentionMs)), ne(mails.status, 'queued'))
  await removeRows(store, { table: mails, key: mails.id, which: isOver })
}
