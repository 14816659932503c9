import { and, eq } from 'drizzle-orm'
import type { Store, Tx } from '#db/types.ts'
import type { OwnerContext } from '#server/context.ts'
import { notFound } from '#shared/errors.ts'

export type DomainRow = Store['t']['domains']['$inferSelect']

/** The owner and the id together: how every domain is named. */
export const isDomain = ({ store, user }: OwnerContext, id: string) => {
  const { domains } = store.t
  return and(eq(domains.userId, user.id), eq(domains.id, id))
}

/** One of the caller's domains, within `tx` locked. @throws NOT_FOUND when it is missing or somebody else's */
export async function findDomain(ctx: OwnerContext, id: string, tx?: Tx): Promise<DomainRow> {
  const { t } = ctx.store
  const query = (tx ?? ctx.store.read).select().from(t.domains).where(isDomain(ctx, id))
  const [domain] = await (tx ? ctx.store.lock(query) : query)
  if (!domain) throw notFound('This domain')
  return domain
}
