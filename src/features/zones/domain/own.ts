import { and, eq } from 'drizzle-orm'
import type { Source, Store, Tx } from '#db/types.ts'
import type { OwnerContext } from '#server/context.ts'
import { only } from '#shared/errors.ts'

export type DomainRow = Store['t']['domains']['$inferSelect']

/** The owner and the id together, which identify a domain. */
export const isDomain = ({ store, user }: OwnerContext, id: string) => {
  const { domains } = store.t
  return and(eq(domains.userId, user.id), eq(domains.id, id))
}

const select = ({ read, t }: Source, ctx: OwnerContext, id: string) =>
  read.select().from(t.domains).where(isDomain(ctx, id))

/** One of the caller's domains. @throws NOT_FOUND when it is missing or another customer's */
export const findDomain = async (ctx: OwnerContext, id: string): Promise<DomainRow> =>
  only(await select(ctx.store, ctx, id), 'This domain')

/** The same, locked until the transaction ends. */
export const lockDomain = async (tx: Tx, ctx: OwnerContext, id: string): Promise<DomainRow> =>
  only(await ctx.store.lock(select(tx, ctx, id)), 'This domain')
