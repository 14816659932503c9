import { and, eq } from 'drizzle-orm'
import type { Store } from '#db/types.ts'
import type { CustomerContext } from '#server/context.ts'
import type { Answer } from '#shared/schema.ts'
import type { keyOutput } from '../contract.ts'

type ApiKeyRow = Store['t']['apiKeys']['$inferSelect']

export const isOwnKey = ({ store, user }: CustomerContext, id: string) =>
  and(eq(store.t.apiKeys.userId, user.id), eq(store.t.apiKeys.id, id))

/** A key as its owner sees it, without the key or its hash. */
export const presentKey = (
  { id, name, hint, scopes, expiresAt, lastUsedAt, createdAt }: ApiKeyRow,
  now: Date,
): Answer<typeof keyOutput> => ({
  id,
  name,
  hint,
  scopes,
  expiresAt,
  isExpired: expiresAt !== null && expiresAt <= now,
  lastUsedAt,
  createdAt,
})
