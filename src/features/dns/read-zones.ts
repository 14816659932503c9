import { and, eq, gte, type SQL, sql } from 'drizzle-orm'
import { type Key, newerThan } from '#db/lists/paging.ts'
import type { Store } from '#db/types.ts'
import type { RecordRow } from './drivers/zone/rdata.ts'

/** A domain without its records. */
export type ZoneHead = {
  userId: string
  id: string
  domainName: string
  status: 'active' | 'pending' | 'expired' | 'error'
  /** Not null until the name is verified. */
  challenge: string | null
  serial: number
  nameservers: string[]
  /** Not null while DNSSEC is on. */
  signedAt: Date | null
  updatedAt: Date
}

/** Whether the name is verified. */
export const isWhole = ({ status, challenge }: Pick<ZoneHead, 'status' | 'challenge'>): boolean =>
  status !== 'pending' && challenge === null

type DomainKey = Pick<ZoneHead, 'userId' | 'id'>
type NamedDomain = Pick<ZoneHead, 'userId' | 'id' | 'domainName'>

export const headsPerPage = 500

const selectHeads = ({ read, t: { domains: d } }: Store) =>
  read
    .select({
      userId: d.userId,
      id: d.id,
      domainName: d.domainName,
      status: d.status,
      challenge: d.challenge,
      serial: d.zoneSerial,
      nameservers: d.nameservers,
      signedAt: d.signedAt,
      updatedAt: d.updatedAt,
    })
    .from(d)

/** A page of all domains, after a position. */
export async function listHeads(store: Store, after: DomainKey | null): Promise<ZoneHead[]> {
  const { domains: d } = store.t
  const isLater: SQL | undefined = after
    ? sql`(${d.userId}, ${d.id}) > (${sql.param(after.userId, d.userId)}, ${sql.param(after.id, d.id)})`
    : undefined
  return selectHeads(store).where(isLater).orderBy(d.userId, d.id).limit(headsPerPage)
}

/** A page of the domains that changed at `since` or later, after the last one of the previous page. */
export async function listChangedHeads(store: Store, since: Date, last: Key | null): Promise<ZoneHead[]> {
  const { domains: d } = store.t
  const isLater = last ? newerThan({ at: d.updatedAt, id: d.id }, last) : gte(d.updatedAt, since)
  return selectHeads(store).where(isLater).orderBy(d.updatedAt, d.id).limit(headsPerPage)
}

export async function readHead(store: Store, { userId, id }: DomainKey): Promise<ZoneHead | null> {
  const { domains: d } = store.t
  const [head] = await selectHeads(store).where(and(eq(d.userId, userId), eq(d.id, id)))
  return head ?? null
}

/** Filters rows from the first to the last domain: `heads` is a part of `listHeads`, in its order, and not empty. */
function liesWithin(
  of: Pick<Store['t']['dnsRecords'] | Store['t']['acmeChallenges'], 'userId' | 'domainId'>,
  heads: readonly DomainKey[],
): SQL | undefined {
  const [first, last] = [heads[0], heads.at(-1)]
  if (!first || !last) return undefined
  const place = ({ userId, id }: DomainKey) =>
    sql`(${sql.param(userId, of.userId)}, ${sql.param(id, of.domainId)})`
  const at = sql`(${of.userId}, ${of.domainId})`
  return and(sql`${at} >= ${place(first)}`, sql`${at} <= ${place(last)}`)
}

/** TTL in seconds; nobody needs it for longer. */
const challengeTtl = 60

/** ACME challenge records for the zones, RFC 8555 section 8.4, which are not among their customers' records. */
async function readChallenges(
  { read, t: { acmeChallenges: c } }: Store,
  heads: readonly NamedDomain[],
): Promise<(RecordRow & { domainId: string })[]> {
  const rows = await read
    .select({ domainId: c.domainId, name: c.name, value: c.value })
    .from(c)
    .where(and(liesWithin(c, heads), eq(c.kind, 'dns-01')))
  const names = new Map(heads.map(({ id, domainName }) => [id, domainName]))
  return rows.flatMap(({ domainId, name, value }) => {
    const zone = names.get(domainId)
    if (zone === undefined) return []
    const owner = name === zone ? '_acme-challenge' : `_acme-challenge.${name.slice(0, -zone.length - 1)}`
    return [{ domainId, type: 'TXT' as const, name: owner, value, ttl: challengeTtl, priority: null }]
  })
}

/**
 * The records of neighbouring domains, by domain, with pending ACME challenges: `heads` is a
 * part of `listHeads`, in its order.
 */
export async function readRecords(
  store: Store,
  heads: readonly NamedDomain[],
): Promise<Map<string, RecordRow[]>> {
  const {
    read,
    t: { dnsRecords: r },
  } = store
  const records = new Map<string, RecordRow[]>()
  if (heads.length === 0) return records
  const rows = await read
    .select({
      domainId: r.domainId,
      type: r.type,
      name: r.name,
      value: r.value,
      ttl: r.ttl,
      priority: r.priority,
    })
    .from(r)
    .where(liesWithin(r, heads))
  for (const { domainId, ...row } of [...rows, ...(await readChallenges(store, heads))]) {
    const own = records.get(domainId)
    if (own) own.push(row)
    else records.set(domainId, [row])
  }
  return records
}
