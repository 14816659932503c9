import { and, eq } from 'drizzle-orm'
import type { Store, Tx } from '#db/types.ts'
import { isLead } from '../contract/record-types.ts'
import type { DomainRow } from '../domain/own.ts'
import { assertNoLoop } from './redirect-subdomain.ts'

type Domain = Pick<DomainRow, 'id' | 'userId' | 'domainName'>
type Change = Store['t']['dnsChanges']['$inferSelect']
export type SubdomainRow = Store['t']['subdomains']['$inferSelect']
/** A subdomain's target: a record, or a redirect. */
export type SubdomainTarget = Pick<SubdomainRow, 'name' | 'target' | 'redirectTo' | 'redirectStatus'>

export const ofDomain = ({ subdomains }: Pick<Store['t'], 'subdomains'>, { id, userId }: Domain) =>
  and(eq(subdomains.userId, userId), eq(subdomains.domainId, id))

const isNamed = (tx: Tx, { domain, name }: { domain: Domain; name: string }) =>
  and(ofDomain(tx.t, domain), eq(tx.t.subdomains.name, name))

/** Whether the domain has the subdomain, active or not. */
export const hasRow = async (tx: Tx, place: { domain: Domain; name: string }): Promise<boolean> =>
  (await tx.$count(tx.t.subdomains, isNamed(tx, place))) > 0

/** Stores the row of the subdomain: an inactive one gets the new target. */
export async function storeRow(
  tx: Tx,
  { domain, lead, now }: { domain: Domain; lead: SubdomainTarget; now: Date },
): Promise<SubdomainRow> {
  const { subdomains } = tx.t
  const { name } = lead
  const own = { userId: domain.userId, domainId: domain.id, createdAt: now }
  const [row] = (await hasRow(tx, { domain, name }))
    ? await tx
        .update(subdomains)
        .set({ ...lead, status: 'active' })
        .where(isNamed(tx, { domain, name }))
        .returning()
    : await tx
        .insert(subdomains)
        .values({ ...own, ...lead })
        .returning()
  if (!row) throw new Error('the subdomain was not stored')
  return row
}

/** The subdomain that was added or removed with a change, with its record's target. */
export function subdomainOf({ removed, added }: Change): SubdomainTarget | undefined {
  const record = [...removed, ...added].find(({ leadsSubdomain }) => leadsSubdomain)
  if (!record) return undefined
  const { name, value: target, redirect } = record
  return { name, target, redirectTo: redirect?.to ?? null, redirectStatus: redirect?.status ?? null }
}

/** Reverts the subdomain change of an undone zone change: a removed one is restored, and an added one removed. */
export async function revertRow(
  tx: Tx,
  { domain, change, now }: { domain: Domain; change: Change; now: Date },
): Promise<void> {
  const { dnsRecords: r, subdomains } = tx.t
  const subdomain = subdomainOf(change)
  if (subdomain === undefined) return
  const { name } = subdomain
  const ofName = and(eq(r.userId, domain.userId), eq(r.domainId, domain.id), eq(r.name, name))
  const records = await tx.select({ type: r.type, value: r.value }).from(r).where(ofName)
  const [lead] = records.filter(isLead)
  if (lead) {
    if (await hasRow(tx, { domain, name })) return
    const { redirectTo: to } = subdomain
    if (to !== null) await assertNoLoop(tx, { domain, name, to })
    await storeRow(tx, { domain, lead: { ...subdomain, target: lead.value }, now })
  } else await tx.delete(subdomains).where(isNamed(tx, { domain, name }))
}
