import { and, inArray, isNull, sql } from 'drizzle-orm'
import type { Store } from '#db/types.ts'
import type { JobContext } from '#server/context.ts'
import type { ScheduledTask } from '#server/jobs/jobs.ts'
import type { DomainName } from '#shared/names/domain-name.ts'
import { hour } from '#shared/time.ts'

const batch = 200

/** Names that nobody has, and nobody had as a domain: of these the table says nothing. */
const isUnheld = ({ domainNames: n, domains: d, userServices: s }: Store['t']) =>
  and(
    isNull(n.formerUserId),
    // Either of the first two has an index, both together have none. PostgreSQL looks up a value for each row, but for `exists`
    // it may read the whole of the other table.
    sql`(select 1 from ${d} where ${d.domainName} = ${n.name} and challenge is null limit 1) is null`,
    sql`(select 1 from ${d} where ${d.domainName} = ${n.name} and challenge is not null limit 1) is null`,
    sql`(select 1 from ${s} where ${s.domain} = ${n.name} and ${s.status} <> 'terminated' limit 1) is null`,
  )

/** Removes those of the names that nobody has locked, or has by now; answers how many it could lock. */
const remove = (store: Store, names: DomainName[]): Promise<number> =>
  store.tx(async (tx) => {
    const { domainNames } = tx.t
    const among = inArray(domainNames.name, names)
    const free = tx.select({ name: domainNames.name }).from(domainNames).where(among).limit(batch)
    const locked = (await store.lock(free, { skipLocked: true })).map(({ name }) => name)
    // Looked at again: what was locked before may have been given to somebody.
    await tx.delete(domainNames).where(and(inArray(domainNames.name, locked), isUnheld(tx.t)))
    return locked.length
  })

/**
 * Rows of names that somebody wanted and nobody holds are gone. A row is only a lock while its transaction lasts: whoever
 * waits for one that goes here writes it anew (docs/decisions/0029). Those that know a former owner stay.
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
