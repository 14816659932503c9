import { and, desc, eq } from 'drizzle-orm'
import type { z } from 'zod'
import { maxRows, olderThan, toArray, toPage } from '#db/lists/paging.ts'
import type { Store } from '#db/types.ts'
import { showAddress } from '#features/mailboxes/contract/address.ts'
import { findAccount } from '#features/mailboxes/service/rows.ts'
import type { CustomerContext } from '#server/context.ts'
import type { Answer } from '#shared/schema.ts'
import type { listOutgoingInput, outgoingOutput } from '../contract.ts'

type Row = Store['t']['emailQueue']['$inferSelect']

const present = (row: Row): Answer<typeof outgoingOutput> => ({
  id: row.id,
  recipient: showAddress(row.recipient),
  subject: row.subject,
  kind: row.kind,
  status: row.status,
  isFile: row.isFile,
  attempts: row.attempts,
  lastError: row.lastError,
  createdAt: row.createdAt,
  endedAt: row.endedAt,
})

/** Sent and queued messages of the caller's account, newest first, paged or complete. @throws NOT_FOUND */
export async function listOutgoing(
  ctx: CustomerContext,
  { id, limit = maxRows, cursor }: z.output<typeof listOutgoingInput>,
): Promise<Answer<typeof outgoingOutput>[]> {
  const account = await findAccount(ctx, id)
  const { emailQueue: q } = ctx.store.t
  const rows = await ctx.store.read
    .select()
    .from(q)
    .where(
      and(
        eq(q.userId, account.userId),
        eq(q.accountId, account.id),
        olderThan({ at: q.createdAt, id: q.id }, cursor),
      ),
    )
    .orderBy(desc(q.createdAt), desc(q.id))
    .limit(limit + 1)
  const key = (row: Row) => ({ at: row.createdAt, id: row.id })
  return toArray(toPage(rows, { limit, key, present }), ctx.reply.headers)
}
