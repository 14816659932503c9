import { type Account, findAccountById } from '#features/auth/service/accounts.ts'
import type { CustomerContext } from '#server/context.ts'
import { isDeletedEmail } from '#shared/deleted-email.ts'
import { DomainError, notFound } from '#shared/errors.ts'

/** Finds an account by id. @throws NOT_FOUND */
export async function findCustomer(ctx: CustomerContext, id: string): Promise<Account> {
  const account = await findAccountById(ctx.store, id)
  if (!account) throw notFound('This user')
  return account
}

/** Finds an account that can receive mail. @throws NOT_FOUND, WRONG_STATE for one that was deleted */
export async function findReachable(ctx: CustomerContext, id: string): Promise<Account> {
  const account = await findCustomer(ctx, id)
  if (isDeletedEmail(account.email)) throw new DomainError('WRONG_STATE', 'This account has been deleted.')
  return account
}
