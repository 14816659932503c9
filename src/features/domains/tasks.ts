import { and, eq } from 'drizzle-orm'
import { releaseName } from '#features/names/names.ts'
import { isOver } from '#features/services/lifecycle/ended.ts'
import { raiseAbove } from '#features/zones/domain/raise-above.ts'
import type { JobContext } from '#server/context.ts'
import type { ScheduledTask } from '#server/jobs/jobs.ts'
import { hour, second } from '#shared/time.ts'
import { renewSignatures } from './dnssec/renew-signatures.ts'
import { checkProofs } from './proof/check-proofs.ts'

const batch = 100

/** Removes domains of services that ended more than 30 days ago, with their zones. */
async function purgeEndedDomains({ store, now, domainAddresses }: JobContext): Promise<void> {
  const { domains, userServices } = store.t
  // Checks every ended service, so once an hour is enough.
  const rows = await store.readLong((read) =>
    read
      .select({
        id: domains.id,
        userId: domains.userId,
        name: domains.domainName,
        challenge: domains.challenge,
      })
      .from(userServices)
      .innerJoin(
        domains,
        and(eq(domains.userId, userServices.userId), eq(domains.serviceId, userServices.id)),
      )
      .where(isOver(store.t, now()))
      .limit(batch),
  )
  for (const { id, userId, name, challenge } of rows)
    await store.tx(async (tx) => {
      await domainAddresses.remove(tx, { userId, id })
      await tx.delete(tx.t.domains).where(and(eq(domains.userId, userId), eq(domains.id, id)))
      if (challenge !== null) return
      await releaseName(tx, { name, userId })
      await raiseAbove(tx, { store }, { name, now: now() })
    })
}

export const purging: ScheduledTask = { name: 'domain-purge', everyMs: hour, run: purgeEndedDomains }

export const renewing: ScheduledTask = { name: 'dnssec-renewal', everyMs: hour, run: renewSignatures }

export const checking: ScheduledTask = { name: 'domain-proofs', everyMs: 10 * second, run: checkProofs }
