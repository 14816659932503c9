import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import { toPage } from '#db/lists/paging.ts'
import { readSearchedList } from '#db/lists/searched-list.ts'
import { ownerColumns } from '#db/rows/owner.ts'
import type { Source, Store } from '#db/types.ts'
import { servingOf } from '#features/dns/serving.ts'
import type { CustomerContext } from '#server/context.ts'
import type { Answer } from '#shared/schema.ts'
import type { adminZoneOutput, ListDomainsInput } from '../contract/desk.ts'
import { searchedDomains } from '../domain/searched-domains.ts'

const selectZones = ({ read, t }: Source) =>
  read
    .select({ domain: t.domains, user: ownerColumns(t) })
    .from(t.domains)
    .innerJoin(t.users, eq(t.users.id, t.domains.userId))

type Row = Awaited<ReturnType<typeof selectZones>>[number]

/** Record counts of some domains' zones, and when they last changed. */
async function readContents({ read, t }: Store, ids: string[]) {
  if (ids.length === 0) return new Map<string, { records: number; changedAt: Date | null }>()
  const { domains, dnsRecords, dnsChanges } = t
  const lastChange = read
    .select({ at: dnsChanges.createdAt })
    .from(dnsChanges)
    .where(and(eq(dnsChanges.userId, domains.userId), eq(dnsChanges.domainId, domains.id)))
    .orderBy(desc(dnsChanges.createdAt), desc(dnsChanges.id))
    .limit(1)
  const rows = await read
    .select({
      id: domains.id,
      records: read.$count(
        dnsRecords,
        and(eq(dnsRecords.userId, domains.userId), eq(dnsRecords.domainId, domains.id)),
      ),
      changedAt: sql<Date | null>`(${lastChange})`.mapWith(dnsChanges.createdAt),
    })
    .from(domains)
    .where(inArray(domains.id, ids))
    .limit(ids.length)
  return new Map(rows.map(({ id, ...contents }) => [id, contents]))
}

/** The zones of all customers, newest first, each with its serving state on this node; same search as for domains. */
export async function listAllZones(ctx: CustomerContext, input: ListDomainsInput) {
  const { store } = ctx
  const found = await readSearchedList<Row>(
    store,
    {
      ...searchedDomains(store, input),
      select: (source, { where, order, rows }) =>
        selectZones(source)
          .where(where)
          .orderBy(...order)
          .limit(rows),
    },
    input,
  )
  const rows = Array.isArray(found) ? found : found.rows
  const contents = await readContents(
    store,
    rows.map(({ domain }) => domain.id),
  )
  const present = ({ domain, user }: Row): Answer<typeof adminZoneOutput> => ({
    id: domain.id,
    name: domain.domainName,
    user,
    serial: domain.zoneSerial,
    records: contents.get(domain.id)?.records ?? 0,
    isSigned: domain.signedAt !== null,
    changedAt: contents.get(domain.id)?.changedAt ?? null,
    serving: servingOf(ctx, domain),
    secondaries: ctx.env.DNS_SECONDARIES.length,
    createdAt: domain.createdAt,
  })
  const key = ({ domain }: Row) => ({ at: domain.createdAt, id: domain.id })
  return toPage(found, { limit: input.limit, key, present })
}
