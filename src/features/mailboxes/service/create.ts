import { and, eq, isNotNull, or } from 'drizzle-orm'
import type { z } from 'zod'
import type { Tx } from '#db/types.ts'
import type { Answered } from '#server/answers/answer-in.ts'
import { mutate } from '#server/answers/mutate.ts'
import type { CustomerContext } from '#server/context.ts'
import { DomainError } from '#shared/errors.ts'
import type { Answer } from '#shared/schema.ts'
import { showAddress } from '../contract/address.ts'
import type { createAccountInput, createdAccountOutput } from '../contract/contract.ts'
import { auditAccount } from './audit-account.ts'
import { assertCapacity, findService } from './capacity.ts'
import { pickDomain } from './domains.ts'
import { readAccount } from './list.ts'
import { newPassword } from './password.ts'
import { publishAccount } from './publish-account.ts'
import { assertTargets } from './targets.ts'

/** The address is free and not reserved by a deleted account. @throws CONFLICT */
async function assertFree(tx: Tx, { userId, email }: { userId: string; email: string }): Promise<void> {
  const { emailAccounts: a } = tx.t
  const [holder] = await tx
    .select({ userId: a.userId, deletedAt: a.deletedAt })
    .from(a)
    .where(and(eq(a.email, email), or(eq(a.userId, userId), isNotNull(a.domainId))))
  if (!holder) return
  const message =
    holder.deletedAt !== null && holder.userId === userId
      ? `${showAddress(email)} was deleted less than 7 days ago. Restore it instead.`
      : `${showAddress(email)} already exists.`
  throw new DomainError('CONFLICT', message, { fields: { local: message } })
}

/**
 * Creates the account; a mailbox gets a password, returned only here. A forwarding or alias without a target waits for one.
 * @throws NOT_FOUND of the domain, WRONG_STATE of domain or service, BUSY, LIMIT_REACHED by the plan, CONFLICT when the address
 * exists, INVALID for a target
 */
export async function createAccount(
  ctx: CustomerContext,
  { local, domain, type, forwardTo = [] }: z.output<typeof createAccountInput>,
): Promise<Answered<Answer<typeof createdAccountOutput>>> {
  const password = type === 'mailbox' ? await newPassword(ctx) : null
  const id = Bun.randomUUIDv7()
  return mutate(ctx, async (tx) => {
    const home = await pickDomain(tx, ctx, domain)
    const service = await findService(tx, ctx, home)
    const owned = { userId: ctx.user.id, email: `${local}@${home.name}` }
    await assertFree(tx, owned)
    await assertCapacity(tx, service, type)
    await assertTargets(tx, { ...owned, targets: forwardTo })
    const status = type === 'mailbox' || forwardTo.length > 0 ? 'active' : 'pending'
    const now = ctx.now()
    const row = {
      ...owned,
      id,
      serviceId: service.id,
      domainId: home.domainId,
      type,
      status,
      isActive: status === 'active',
      passwordHash: password?.hash ?? null,
      forwardTo: forwardTo.length > 0 ? forwardTo : null,
      createdAt: now,
      updatedAt: now,
    } as const
    await tx.insert(tx.t.emailAccounts).values(row)
    await auditAccount(tx, ctx, { action: 'email.create', row, details: { type } })
    const account = await readAccount(tx, ctx, id)
    publishAccount(tx, ctx, account)
    return { ...account, oneTimePassword: password?.plain ?? null }
  })
}
