import { and, desc, eq } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { maxRows, olderThan, toArray, toPage } from '#db/paging.ts'
import type { CustomerContext } from '#server/context.ts'
import type { Page } from '#shared/schema.ts'

type Keys = Record<'id' | 'userId' | 'createdAt', PgColumn>

/** What selects a page of a user's rows of a resource table, newest first; `take` is one more than the page holds. */
export function pageOf(ctx: CustomerContext, table: Keys, { limit = maxRows, cursor }: Page = {}) {
  const older = olderThan({ at: table.createdAt, id: table.id }, cursor)
  return {
    where: and(eq(table.userId, ctx.user.id), older),
    order: [desc(table.createdAt), desc(table.id)],
    limit,
    take: limit + 1,
  }
}

/** The rows of a page as a customer's list; the cursor of the next page goes into the reply. */
export function answerPage<Row extends { id: string; createdAt: Date }, Item>(
  ctx: CustomerContext,
  rows: Row[],
  { limit, present }: { limit: number; present: (row: Row) => Item },
): Item[] {
  const key = ({ id, createdAt }: Row) => ({ id, at: createdAt })
  return toArray(toPage(rows, { limit, key, present }), ctx.reply.headers)
}
