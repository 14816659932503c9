import { and, eq } from 'drizzle-orm'
import type { Store } from '#db/types.ts'
import type { CustomerContext } from '#server/context.ts'
import { notFound } from '#shared/errors.ts'
import type { Answer } from '#shared/schema.ts'
import type { keyOutput } from '../contract.ts'

export type ApiKeyRow = Store['t']['apiKeys']['$inferSelect']

export const isOwnKey = ({ store, user }: CustomerContext, id: string) =>
  and(eq(store.t.apiKeys.userId, user.id), eq(store.t.apiKeys.id, id))

/** A key of the caller's. @throws NOT_FOUND */
export async function findKey(ctx: CustomerContext, id: string): Promise<ApiKeyRow> {
  const [row] = await ctx.store.read.select().from(ctx.store.t.apiKeys).where(isOwnKey(ctx, id))
  if (!row) throw notFound('This API key')
  return row
}

/** A key as its owner sees it: neither it nor its hash. */
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
