import { and, desc, eq } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { maxRows, olderThan, toArray, toPage } from '#db/paging.ts'
import type { CustomerContext } from '#server/context.ts'
import type { Page } from '#shared/schema.ts'

type ResourceTable = PgTable & Record<'id' | 'userId' | 'createdAt', PgColumn>
type Keyed = { id: string; createdAt: Date }

/** The rows of a page as a customer's list; the cursor of the next page goes into the reply. */
export function answerPage<Row extends Keyed, Item>(
  ctx: CustomerContext,
  rows: Row[],
  { limit, present }: { limit: number; present: (row: Row) => Item },
): Item[] {
  const key = ({ id, createdAt }: Row) => ({ id, at: createdAt })
  return toArray(toPage(rows, { limit, key, present }), ctx.reply.headers)
}

/** A page of the caller's rows of a resource table, newest first. */
export async function listOwn<Row extends Keyed, Item>(
  ctx: CustomerContext,
  table: ResourceTable & { $inferSelect: Row },
  {
    page: { limit = maxRows, cursor } = {},
    present,
  }: { page: Page | undefined; present: (row: Row) => Item },
): Promise<Item[]> {
  const older = olderThan({ at: table.createdAt, id: table.id }, cursor)
  const rows = await ctx.store.read
    .select()
    .from<ResourceTable>(table)
    .where(and(eq(table.userId, ctx.user.id), older))
    .orderBy(desc(table.createdAt), desc(table.id))
    .limit(limit + 1)
  // The rows are this table's: Drizzle loses their type when the table is not known by name.
  return answerPage(ctx, rows as unknown as Row[], { limit, present })
}
