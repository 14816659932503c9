import { and, inArray, isNull, sql } from 'drizzle-orm'
import type { Store } from '#db/types.ts'
import type { JobContext } from '#server/context.ts'
import type { ScheduledTask } from '#server/jobs/jobs.ts'
import type { DomainName } from '#shared/names/domain-name.ts'
import { hour } from '#shared/time.ts'

const batch = 200

/** Rows without a current or former owner, which are only locks. */
const isUnheld = ({ domainNames: n, domains: d, userServices: s }: Store['t']) =>
  and(
    isNull(n.formerUserId),
    // Each of the first two conditions has an index, but not their combination. PostgreSQL looks up a value for each row, but for
    // `exists` it may read the whole other table.
    sql`(select 1 from ${d} where ${d.domainName} = ${n.name} and challenge is null limit 1) is null`,
    sql`(select 1 from ${d} where ${d.domainName} = ${n.name} and challenge is not null limit 1) is null`,
    sql`(select 1 from ${s} where ${s.domain} = ${n.name} and ${s.status} <> 'terminated' limit 1) is null`,
  )

/** Deletes the names that are unlocked and still unused; returns how many it could lock. */
const remove = (store: Store, names: DomainName[]): Promise<number> =>
  store.tx(async (tx) => {
    const { domainNames } = tx.t
    const among = inArray(domainNames.name, names)
    const free = tx.select({ name: domainNames.name }).from(domainNames).where(among).limit(batch)
    const locked = (await store.lock(free, { skipLocked: true })).map(({ name }) => name)
    // Checked again: a name may have been assigned before it was locked.
    await tx.delete(domainNames).where(and(inArray(domainNames.name, locked), isUnheld(tx.t)))
    return locked.length
  })

/**
 * Deletes rows of names without a current or former owner. A row serves as a lock only during its transaction: a transaction that
 * waits for a deleted one inserts it again (docs/decisions/0029).
 */
async function sweepNames({ store }: JobContext, stopping: AbortSignal): Promise<void> {
  for (let left = batch; left === batch && !stopping.aborted; ) {
    const rows = await store.readLong((read) =>
      read
        .select({ name: store.t.domainNames.name })
        .from(store.t.domainNames)
        .where(isUnheld(store.t))
        .limit(batch),
    )
    left = await remove(
      store,
      rows.map(({ name }) => name),
    )
  }
}

export const sweepingNames: ScheduledTask = { name: 'unheld-names', everyMs: hour, run: sweepNames }
