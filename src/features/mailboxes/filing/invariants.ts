import { and, eq, sql } from 'drizzle-orm'
import type { Store } from '#db/types.ts'
import type { Invariant } from '#server/feature.ts'
import type { AccountKey } from '../service/rows.ts'
import { createMaildirs } from '../storage/maildir.ts'
import { pageAccounts } from './page-accounts.ts'

/** Message rows without a file in their mailbox. */
async function countMissing(store: Store, dataDir: string): Promise<number> {
  const { emailMessages: m } = store.t
  const boxes = createMaildirs(dataDir, () => new Date(0))
  let missing = 0
  for (let last: AccountKey | null = null; ; ) {
    const { places, next } = await pageAccounts(store, last)
    for (const { userId, id } of places) {
      const rows = await store.read
        .select({ file: m.file })
        .from(m)
        .where(and(eq(m.userId, userId), eq(m.accountId, id)))
      if (rows.length === 0) continue
      const files = new Set<string>()
      for await (const { file } of boxes.list({ userId, accountId: id })) files.add(file)
      missing += rows.filter(({ file }) => !files.has(file)).length
    }
    if (next === null) return missing
    last = next
  }
}

export const messageInvariants: readonly Invariant[] = [
  { name: 'every message has its file', count: (store, dataDir) => countMissing(store, dataDir) },
  {
    name: 'the used storage of an email account is the sum of its messages',
    count: ({ read, t: { emailAccounts: a } }) =>
      read.$count(
        a,
        sql`${a.usedBytes} <> (select coalesce(sum(m.size_bytes), 0) from email_messages m where m.user_id = ${a.userId} and m.account_id = ${a.id})`,
      ),
  },
]
