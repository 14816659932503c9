import { and, eq, isNull, sum } from 'drizzle-orm'
import type { CustomerContext } from '#server/context.ts'
import { gib } from '#shared/bytes.ts'
import type { Answer } from '#shared/schema.ts'
import type { statsOutput } from '../contract/contract.ts'

/** Totals of the caller's accounts, except deleted ones. */
export async function readStats({ store, user }: CustomerContext): Promise<Answer<typeof statsOutput>> {
  const { emailAccounts: a } = store.t
  const [found] = await store.read
    .select({
      received: sum(a.messagesReceived).mapWith(Number),
      blocked: sum(a.spamBlocked).mapWith(Number),
      bytes: sum(a.usedBytes).mapWith(Number),
    })
    .from(a)
    .where(and(eq(a.userId, user.id), isNull(a.deletedAt)))
  return {
    totalEmails: found?.received ?? 0,
    spamBlocked: found?.blocked ?? 0,
    storageUsed: (found?.bytes ?? 0) / gib,
  }
}
