import { and, desc, eq } from 'drizzle-orm'
import { maxRows, olderThan, toArray, toPage } from '#db/lists/paging.ts'
import type { CustomerContext } from '#server/context.ts'
import type { Page } from '#shared/schema.ts'
import type { Entity } from '../entities/entity.ts'
import { asRows, type OwnTable, tableOf } from '../entities/own-table.ts'

type Keyed = { id: string; createdAt: Date }

/** The rows of a page as shown to the customer; the reply gets the cursor of the next page. */
export function answerPage<Row extends Keyed, Item>(
  ctx: CustomerContext,
  rows: Row[],
  { limit, present }: { limit: number; present: (row: Row) => Item },
): Item[] {
  const key = ({ id, createdAt }: Row) => ({ id, at: createdAt })
  return toArray(toPage(rows, { limit, key, present }), ctx.reply.headers)
}

/** A page of the caller's rows of an entity that has a list of its own, newest first. */
export async function listOwn(
  ctx: CustomerContext,
  { table: name, list }: Pick<Entity, 'table'> & Required<Pick<Entity, 'list'>>,
  { limit = maxRows, cursor }: Page = {},
): Promise<unknown[]> {
  const table = tableOf(ctx.store.t, name)
  const older = olderThan({ at: table.createdAt, id: table.id }, cursor)
  const rows = await ctx.store.read
    .select()
    .from<OwnTable>(table)
    .where(and(eq(table.userId, ctx.user.id), older))
    .orderBy(desc(table.createdAt), desc(table.id))
    .limit(limit + 1)
  return answerPage(ctx, asRows(rows), { limit, present: list.present })
}
