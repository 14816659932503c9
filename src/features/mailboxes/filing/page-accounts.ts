import { type SQL, sql } from 'drizzle-orm'
import type { Store } from '#db/types.ts'
import type { AccountKey } from '../service/rows.ts'

const perPage = 200

/** The accounts with a mailbox, paged in key order; `next` is null after the last page. */
export async function pageAccounts(
  { read, t: { emailAccounts: a } }: Store,
  last: AccountKey | null,
): Promise<{ places: AccountKey[]; next: AccountKey | null }> {
  const isLater: SQL | undefined = last
    ? sql`(${a.userId}, ${a.id}) > (${sql.param(last.userId, a.userId)}, ${sql.param(last.id, a.id)})`
    : undefined
  // Pages over all accounts, so that a page is one range scan: few have no mailbox.
  const rows = await read
    .select({ userId: a.userId, id: a.id, type: a.type })
    .from(a)
    .where(isLater)
    .orderBy(a.userId, a.id)
    .limit(perPage)
  const places = rows.filter(({ type }) => type === 'mailbox')
  return { places, next: rows.length === perPage ? (rows.at(-1) ?? null) : null }
}
