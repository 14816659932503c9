import { and, eq, isNull } from 'drizzle-orm'
import type { Schema } from '#db/schema/schema.ts'
import type { DomainAddresses } from '#features/domains/drivers/domain-addresses.ts'

const isOf = ({ emailAccounts: a }: Schema, { userId, id }: { userId: string; id: string }) =>
  and(eq(a.userId, userId), eq(a.domainId, id))

/** Accounts whose files the mailbox sweep removes. */
export const domainAddresses: DomainAddresses = {
  count: (tx, domain) =>
    tx.$count(tx.t.emailAccounts, and(isOf(tx.t, domain), isNull(tx.t.emailAccounts.deletedAt))),
  async remove(tx, domain) {
    await tx.delete(tx.t.emailAccounts).where(isOf(tx.t, domain))
  },
}
