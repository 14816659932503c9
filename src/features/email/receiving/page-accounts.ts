import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Store } from '#db/types.ts'
import type { Place } from '../service/rows.ts'

const perPage = 200

/** The accounts that have a mailbox, page by page in the order of their key; `next` is null after the last page. */
export async function pageAccounts(
  { read, t: { emailAccounts: a } }: Store,
  last: Place | null,
): Promise<{ places: Place[]; next: Place | null }> {
  const isLater: SQL | undefined = last
    ? sql`(${a.userId}, ${a.id}) > (${sql.param(last.userId, a.userId)}, ${sql.param(last.id, a.id)})`
    : undefined
  const places = await read
    .select({ userId: a.userId, id: a.id })
    .from(a)
    .where(and(eq(a.type, 'mailbox'), isLater))
    .orderBy(a.userId, a.id)
    .limit(perPage)
  return { places, next: places.length === perPage ? (places.at(-1) ?? null) : null }
}
