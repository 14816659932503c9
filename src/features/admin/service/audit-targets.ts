import { and, eq, inArray, isNotNull, or } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { begins } from '#db/lists/paging.ts'
import type { Source, Store } from '#db/types.ts'
import { beginsNumber } from '#features/billing/service/administer.ts'
import { matchDomains } from '#features/names/match-domains.ts'
import { siteName } from '#shared/names/site-name.ts'

type Person = {
  id: string
  email: string
  firstName: string | null
  lastName: string | null
  isAdmin: boolean
}

/** Target of an entry or a job. */
export type AuditTarget = { type: string; id: string | null; userId: string | null }

const distinct = (ids: readonly (string | null | undefined)[]): string[] => [
  ...new Set(ids.flatMap((id) => id ?? [])),
]

/** Users by id, without former ones. */
export async function readPeople(
  { read, t }: Source,
  all: readonly (string | null)[],
): Promise<ReadonlyMap<string, Person>> {
  const ids = distinct(all)
  if (ids.length === 0) return new Map()
  const { id, email, firstName, lastName, isAdmin } = t.users
  const found = await read
    .select({ id, email, firstName, lastName, isAdmin })
    .from(t.users)
    .where(inArray(id, ids))
  return new Map(found.map((person) => [person.id, person]))
}

type NamedRow = { id: string; name: string }
type Reader = (source: Source, wanted: { ids: string[]; owners: string[] }) => Promise<NamedRow[]>

const readServices: Reader = async ({ read, t }, { ids }) => {
  const { userServices: s, pricingPlans: p } = t
  const rows = await read
    .select({ id: s.id, name: s.name, domain: s.domain, plan: { name: p.name } })
    .from(s)
    .innerJoin(p, eq(p.id, s.planId))
    .where(inArray(s.id, ids))
  return rows.map((service) => ({ id: service.id, name: siteName(service) }))
}

const readOrders: Reader = async ({ read, t }, { ids }) => {
  const { orders: o, pricingPlans: p } = t
  const rows = await read
    .select({ id: o.id, domain: o.domain, plan: p.name })
    .from(o)
    .innerJoin(p, eq(p.id, o.planId))
    .where(inArray(o.id, ids))
  return rows.map(({ id, domain, plan }) => ({ id, name: domain === null ? plan : `${plan} for ${domain}` }))
}

const readDomains: Reader = ({ read, t: { domains: d } }, { ids }) =>
  read.select({ id: d.id, name: d.domainName }).from(d).where(inArray(d.id, ids))

const readInvoices: Reader = ({ read, t: { invoices: i } }, { ids }) =>
  read.select({ id: i.id, name: i.number }).from(i).where(inArray(i.id, ids))

const readDatabases: Reader = ({ read, t: { databases: d } }, { ids, owners }) =>
  read
    .select({ id: d.id, name: d.dbName })
    .from(d)
    .where(and(inArray(d.userId, owners), inArray(d.id, ids)))

const readMailboxes: Reader = ({ read, t: { emailAccounts: e } }, { ids, owners }) =>
  read
    .select({ id: e.id, name: e.email })
    .from(e)
    .where(and(inArray(e.userId, owners), inArray(e.id, ids)))

const readers: Record<string, Reader> = {
  service: readServices,
  order: readOrders,
  domain: readDomains,
  invoice: readInvoices,
  database: readDatabases,
  email: readMailboxes,
}

/** Names of these targets by id, if they exist and have one. */
export async function readNames(
  source: Source,
  things: readonly AuditTarget[],
): Promise<ReadonlyMap<string, string>> {
  const names = new Map<string, string>()
  for (const [type, read] of Object.entries(readers)) {
    const those = things.filter((thing) => thing.type === type)
    const ids = distinct(those.map(({ id }) => id))
    if (ids.length === 0) continue
    const owners = distinct(those.map(({ userId }) => userId))
    for (const { id, name } of await read(source, { ids, owners })) names.set(id, name)
  }
  return names
}

/** Kinds of targets with names. */
export const namedTypes: readonly string[] = Object.keys(readers)

const mostNamed = 500

/** Targets whose name has the typed prefix, by kind, up to a limit for each. */
export async function findNamed(store: Store, q: string): Promise<{ type: string; ids: string[] }[]> {
  const { userServices: s, orders: o, domains: d, invoices: i, emailAccounts: e } = store.t
  const ofDomain = async (table: PgTable, column: PgColumn) =>
    or(...(await matchDomains(store, { table, column }, q)).map(({ range }) => range))
  const found = {
    service: store.read
      .select({ id: s.id })
      .from(s)
      .where(await ofDomain(s, s.domain)),
    order: store.read
      .select({ id: o.id })
      .from(o)
      .where(await ofDomain(o, o.domain)),
    domain: store.read
      .select({ id: d.id })
      .from(d)
      .where(await ofDomain(d, d.domainName)),
    invoice: store.read.select({ id: i.id }).from(i).where(beginsNumber(store.t, q).range),
    email: store.read
      .select({ id: e.id })
      .from(e)
      .where(and(begins(e.email, q), isNotNull(e.domainId))),
  }
  const named = []
  for (const [type, query] of Object.entries(found)) {
    const ids = (await query.limit(mostNamed)).map(({ id }) => id)
    if (ids.length > 0) named.push({ type, ids })
  }
  return named
}
