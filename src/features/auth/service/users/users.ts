import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { olderThan, type SearchedRows, toPage } from '#db/lists/paging.ts'
import { contains, type Search, searchList } from '#db/lists/search.ts'
import type { Source, Store } from '#db/types.ts'
import { countServices } from '#features/services/count-services.ts'
import type { Answered } from '#server/answers/answer-in.ts'
import { mutate } from '#server/answers/mutate.ts'
import type { CustomerContext } from '#server/context.ts'
import type { searchInput } from '#shared/desk-list.ts'
import { DomainError, only } from '#shared/errors.ts'
import { type Answer, readId } from '#shared/schema.ts'
import type { userOutput } from '../../contract/contract.ts'
import type { adminUserOutput, updateUserInput } from '../../contract/desk.ts'
import { type Account, presentUser } from '../accounts.ts'
import { auditAccount } from '../audit-account.ts'
import { countFactors } from '../count-factors.ts'
import { lockAdministrators } from './lock-administrators.ts'
import { matchUsers } from './match-users.ts'

type AdminUser = Answer<typeof adminUserOutput>

async function withCounts(ctx: CustomerContext, accounts: Account[]): Promise<AdminUser[]> {
  const ids = accounts.map(({ id }) => id)
  const [counts, secured] = await Promise.all([countServices(ctx.store, ids), countFactors(ctx.store, ids)])
  const none = { activeServices: 0, pendingServices: 0 }
  return accounts.map((account) => ({
    ...presentUser(account),
    ...(counts.get(account.id) ?? none),
    hasTwoFactor: secured.withTotp.has(account.id),
    passkeys: secured.passkeys.get(account.id) ?? 0,
  }))
}

type UserQuery = z.output<typeof searchInput>

function selectUsers({ read, t: { users } }: Source, input: UserQuery, which?: SQL) {
  return read
    .select()
    .from(users)
    .where(and(which, olderThan({ at: users.createdAt, id: users.id }, input.cursor)))
    .orderBy(desc(users.createdAt), desc(users.id))
    .limit(input.limit + 1)
}

/** Accounts whose e-mail or mobile number begins with the typed text, whose name contains it, or whose id it is. */
function searchUsers(store: Store, q: string, input: UserQuery): Promise<SearchedRows<Account>> {
  const { users } = store.t
  const isThis = eq(users.id, readId(q))
  // Names have no index: a search by name scans the table.
  const isNamed = contains(sql`coalesce(${users.firstName}, '') || ' ' || coalesce(${users.lastName}, '')`, q)
  const names = /[@\d]/.test(q) ? [] : [{ range: isNamed, test: isNamed }]
  const search: Search<Account> = {
    table: users,
    at: users.createdAt,
    matches: [...matchUsers(users, q), ...names, { range: isThis, test: isThis }],
    select: (read, which) => selectUsers({ read, t: store.t }, input, which),
  }
  return searchList(store, search, input)
}

/** All accounts, newest first, with their number of services. */
export async function listUsers(
  ctx: CustomerContext,
  input: z.output<typeof searchInput>,
): Promise<{ items: AdminUser[]; nextCursor: string | null }> {
  const found = await (input.q ? searchUsers(ctx.store, input.q, input) : selectUsers(ctx.store, input))
  const key = ({ createdAt, id }: Account) => ({ at: createdAt, id })
  const page = toPage(found, { limit: input.limit, key, present: (account) => account })
  return { items: await withCounts(ctx, page.items), nextCursor: page.nextCursor }
}

/** One account. @throws NOT_FOUND */
export async function getUser(ctx: CustomerContext, input: { id: string }): Promise<AdminUser> {
  const { users } = ctx.store.t
  const rows = await ctx.store.read.select().from(users).where(eq(users.id, input.id))
  return only(await withCounts(ctx, rows), 'This user')
}

/**
 * Sets the flags of another account. Locks the administrators, so that two who demote each other concurrently do not both succeed
 * and at least one remains.
 * @throws FORBIDDEN for one's own flags, NOT_FOUND, WRONG_STATE for the last administrator
 */
export async function updateUserFlags(
  ctx: CustomerContext,
  input: z.output<typeof updateUserInput>,
): Promise<Answered<Answer<typeof userOutput>>> {
  if (input.id === ctx.user.id) throw new DomainError('FORBIDDEN', 'You cannot change your own rights.')
  return mutate(ctx, async (tx) => {
    const { users } = tx.t
    const administrators = await lockAdministrators(tx, ctx)
    if (!administrators.has(ctx.user.id))
      throw new DomainError('FORBIDDEN', 'Only an administrator may do this.')
    if (input.isAdmin === false && administrators.has(input.id) && administrators.size === 1) {
      throw new DomainError('WRONG_STATE', 'The last administrator cannot be removed.')
    }
    const flags = {
      ...(input.isAdmin === undefined ? {} : { isAdmin: input.isAdmin }),
      ...(input.hasAdminAccess === undefined ? {} : { hasAdminAccess: input.hasAdminAccess }),
    }
    const rows = await tx
      .update(users)
      .set({ ...flags, updatedAt: ctx.now() })
      .where(eq(users.id, input.id))
      .returning()
    const changed = only(rows, 'This user')
    await auditAccount(tx, ctx, { action: 'user.flags', account: changed, note: JSON.stringify(flags) })
    return presentUser(changed)
  })
}
