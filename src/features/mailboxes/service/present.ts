import { and, count, eq, inArray, sql } from 'drizzle-orm'
import type { Store, Tx } from '#db/types.ts'
import { mib } from '#shared/bytes.ts'
import type { Answer } from '#shared/schema.ts'
import { showAddress } from '../contract/address.ts'
import type { accountOutput, deletedAccountOutput } from '../contract/contract.ts'
import type { AccountRow } from './rows.ts'

type Reading = { read: Store['read'] | Tx; t: Store['t'] }

/** Accounts with their service and its plan, as every response needs them. */
export const selectAccounts = ({ read, t }: Reading) => {
  const { emailAccounts, emailDomains, userServices, pricingPlans } = t
  return read
    .select({
      row: emailAccounts,
      planName: pricingPlans.name,
      serviceStatus: userServices.status,
      mailId: emailDomains.domainId,
    })
    .from(emailAccounts)
    .innerJoin(
      userServices,
      and(eq(userServices.userId, emailAccounts.userId), eq(userServices.id, emailAccounts.serviceId)),
    )
    .innerJoin(pricingPlans, eq(pricingPlans.id, userServices.planId))
    .leftJoin(
      emailDomains,
      and(eq(emailDomains.userId, emailAccounts.userId), eq(emailDomains.domainId, emailAccounts.domainId)),
    )
}

type Joined = {
  row: AccountRow
  planName: string
  serviceStatus: Store['t']['userServices']['$inferSelect']['status']
  /** The id of the row that marks mail as set up for the domain. */
  mailId: string | null
  unseen?: number | undefined
}

/** A service accepts mail in these states; the power button of its web server has no effect. */
export const openStatuses = ['active', 'restarting', 'stopped'] as const

export const isOpen = (status: Joined['serviceStatus']): boolean =>
  openStatuses.some((open) => open === status)

function reasonOf({ row, serviceStatus }: Joined): string | null {
  if (row.domainId === null) return 'This address uses an example domain, so it receives no mail.'
  if (!isOpen(serviceStatus))
    return 'The hosting service of this address is not running, so it receives no mail.'
  if (row.status === 'pending') return 'Add a destination in Forwarding to start.'
  return null
}

/** An account in API form (docs/product/mailboxes.md, "Email accounts"). */
export const presentAccount = (joined: Joined): Answer<typeof accountOutput> => {
  const { row, planName, mailId, unseen = 0 } = joined
  return {
    id: row.id,
    serviceId: row.serviceId,
    domainId: row.domainId,
    isMailOn: mailId !== null,
    email: showAddress(row.email),
    type: row.type,
    status: row.status,
    isActive: row.isActive,
    reason: reasonOf(joined),
    used: row.usedBytes / mib,
    quota: row.quota,
    forwardTo: (row.forwardTo ?? []).map(showAddress),
    keepCopy: row.keepCopy,
    signature: row.signature ?? '',
    messagesReceived: row.messagesReceived,
    spamBlocked: row.spamBlocked,
    unseen,
    createdAt: row.createdAt,
    service: { id: row.serviceId, plan: { name: planName } },
  }
}

export const presentDeleted = ({ row, planName }: Joined): Answer<typeof deletedAccountOutput> => ({
  id: row.id,
  email: showAddress(row.email),
  type: row.type,
  used: row.usedBytes / mib,
  deletedAt: row.deletedAt ?? row.updatedAt,
  purgeAt: row.purgeAt ?? row.updatedAt,
  service: { id: row.serviceId, plan: { name: planName } },
})

/** The number of unread inbox messages per account, without zeros. */
export async function countUnseen(
  { read, t: { emailMessages: m } }: Reading,
  rows: readonly AccountRow[],
): Promise<Map<string, number>> {
  const [first] = rows
  if (!first) return new Map()
  const ids = rows.map(({ id }) => id)
  const found = await read
    .select({ id: m.accountId, unseen: count() })
    .from(m)
    .where(
      and(eq(m.userId, first.userId), inArray(m.accountId, ids), eq(m.folder, 'inbox'), sql`not is_seen`),
    )
    .groupBy(m.accountId)
  return new Map(found.map(({ id, unseen }) => [id, unseen]))
}
