import { and, lt, ne } from 'drizzle-orm'
import { removeRows } from '#db/rows/remove.ts'
import type { JobContext } from '#server/context.ts'
import { after, day } from '#shared/time.ts'

// A mail that failed goes too: nobody can send it any more, and what it said was for its reader alone.
const keptMs = 30 * day

/** Mails that were written more than thirty days ago are gone, sent or failed; one that waits stays. */
export async function purgeMails({ store, now }: JobContext): Promise<void> {
  const { mails } = store.t
  const isOver = and(lt(mails.createdAt, after(now(), -keptMs)), ne(mails.status, 'queued'))
  await removeRows(store, { table: mails, key: mails.id, which: isOver })
}
