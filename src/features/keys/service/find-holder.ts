import { and, eq, isNull, lte, or, sql } from 'drizzle-orm'
import { callerColumns } from '#db/rows/caller.ts'
import { readUnchanged } from '#db/store.ts'
import type { Store } from '#db/types.ts'
import type { Deps } from '#server/context.ts'
import type { KeyHolder } from '#server/keys.ts'
import { after, minute } from '#shared/time.ts'
import { hashKey, isKey } from '../key-text.ts'

const keyAndUser = (store: Store) => {
  const { apiKeys, users } = store.t
  return store.read
    .select({ key: apiKeys, user: callerColumns(users) })
    .from(apiKeys)
    .innerJoin(users, eq(users.id, apiKeys.userId))
    .where(eq(apiKeys.keyHash, sql.placeholder('keyHash')))
    .prepare('key_and_user')
}

/** The time of the last use is accurate to the minute: a program that calls all day costs one write a minute. */
async function noteUse({ store, now }: Deps, id: string): Promise<void> {
  const { apiKeys: k } = store.t
  const isStale = or(isNull(k.lastUsedAt), lte(k.lastUsedAt, after(now(), -minute)))
  await store.tx((tx) =>
    tx
      .update(k)
      .set({ lastUsedAt: now() })
      .where(and(eq(k.id, id), isStale)),
  )
}

/** The holder of a valid key, with their current rights; records its use. Null for an invalid key. */
export async function findKeyHolder(deps: Deps, text: string): Promise<KeyHolder | null> {
  if (!isKey(text)) return null
  const [row] = await readUnchanged(deps.store, keyAndUser, { keyHash: hashKey(text) })
  if (!row) return null
  const { id, name, scopes, createdAt, expiresAt, lastUsedAt } = row.key
  const now = deps.now()
  if (expiresAt && expiresAt <= now) return null
  if (!lastUsedAt || lastUsedAt <= after(now, -minute)) await noteUse(deps, id)
  return { user: row.user, key: { id, name, scopes: new Set(scopes) }, createdAt, expiresAt }
}
