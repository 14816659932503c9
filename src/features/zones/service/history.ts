import { and, desc, eq, notInArray } from 'drizzle-orm'
import type { Store, Tx } from '#db/types.ts'
import type { CustomerContext } from '#server/context.ts'
import type { Answer } from '#shared/schema.ts'
import type { StoredRecord } from '../contract/edit-zone.ts'
import type { changeOutput } from '../contract/records.ts'
import { type DomainRow, findDomain } from '../domain/own.ts'
import type { SubdomainTarget } from '../subdomains/subdomain-rows.ts'
import { presentWritten, writtenRecord } from './present-record.ts'

type Zone = Pick<DomainRow, 'id' | 'userId'>

/** How many changes of a zone are stored. */
const maxChanges = 100

const ofZone = ({ dnsChanges }: Pick<Store['t'], 'dnsChanges'>, { id, userId }: Zone) =>
  and(eq(dnsChanges.userId, userId), eq(dnsChanges.domainId, id))

/** The changes in a zone of the caller, latest first. @throws NOT_FOUND */
export async function listChanges(
  ctx: CustomerContext,
  { id }: { id: string },
): Promise<Answer<typeof changeOutput>[]> {
  const domain = await findDomain(ctx, id)
  const { dnsChanges } = ctx.store.t
  const rows = await ctx.store.read
    .select()
    .from(dnsChanges)
    .where(ofZone(ctx.store.t, domain))
    .orderBy(desc(dnsChanges.createdAt), desc(dnsChanges.id))
    .limit(maxChanges)
  return rows.map(presentChange)
}

type ChangeRow = Store['t']['dnsChanges']['$inferSelect']

const present = ({ leadsSubdomain: _, redirect: _redirect, ...record }: ChangeRow['removed'][number]) =>
  presentWritten(record)

const presentChange = ({ id, note, removed, added, undoneAt, createdAt }: ChangeRow) => ({
  id,
  at: createdAt,
  note,
  removed: removed.map(present),
  added: added.map(present),
  undoneAt,
})

type Change = {
  domain: Zone
  note: string
  serial: number
  removed: StoredRecord[]
  added: StoredRecord[]
  now: Date
  /** The subdomain that is added or removed with it. */
  subdomain: SubdomainTarget | undefined
}

const redirectOf = ({ redirectTo: to, redirectStatus: status }: SubdomainTarget) =>
  to === null || status === null ? {} : { redirect: { to, status } }

/** Adds the change to its zone's history, and drops the oldest ones. */
export async function addToHistory(
  tx: Tx,
  { domain, now, removed, added, subdomain, ...change }: Change,
): Promise<void> {
  const { dnsChanges } = tx.t
  const of = { userId: domain.userId, domainId: domain.id }
  const keep = (record: StoredRecord) => ({
    ...writtenRecord(record),
    ...(record.name === subdomain?.name ? { leadsSubdomain: true, ...redirectOf(subdomain) } : {}),
  })
  const records = { removed: removed.map(keep), added: added.map(keep) }
  await tx.insert(dnsChanges).values({ id: Bun.randomUUIDv7(), ...of, ...change, ...records, createdAt: now })
  const entries = await tx
    .select({ id: dnsChanges.id })
    .from(dnsChanges)
    .where(ofZone(tx.t, domain))
    .orderBy(desc(dnsChanges.createdAt), desc(dnsChanges.id))
    .limit(maxChanges)
  if (entries.length < maxChanges) return
  const ids = entries.map((row) => row.id)
  await tx.delete(dnsChanges).where(and(ofZone(tx.t, domain), notInArray(dnsChanges.id, ids)))
}
