import { and, eq } from 'drizzle-orm'
import type { Store, Tx } from '#db/types.ts'
import { isLead } from '../contract/record-types.ts'
import type { DomainRow } from './own.ts'

type Domain = Pick<DomainRow, 'id' | 'userId'>
type Change = Store['t']['dnsChanges']['$inferSelect']
export type SubdomainRow = Store['t']['subdomains']['$inferSelect']

export const ofDomain = ({ subdomains }: Pick<Store['t'], 'subdomains'>, { id, userId }: Domain) =>
  and(eq(subdomains.userId, userId), eq(subdomains.domainId, id))

const isNamed = (tx: Tx, { domain, name }: { domain: Domain; name: string }) =>
  and(ofDomain(tx.t, domain), eq(tx.t.subdomains.name, name))

/** Whether the domain has the subdomain, active or not. */
export const hasRow = async (tx: Tx, place: { domain: Domain; name: string }): Promise<boolean> =>
  (await tx.$count(tx.t.subdomains, isNamed(tx, place))) > 0

/** The row of the subdomain: one that leads nowhere gets the new target. */
export async function storeRow(
  tx: Tx,
  { domain, name, target, now }: { domain: Domain; name: string; target: string; now: Date },
): Promise<SubdomainRow> {
  const { subdomains } = tx.t
  const own = { userId: domain.userId, domainId: domain.id, createdAt: now }
  const [row] = (await hasRow(tx, { domain, name }))
    ? await tx
        .update(subdomains)
        .set({ target, status: 'active' })
        .where(isNamed(tx, { domain, name }))
        .returning()
    : await tx
        .insert(subdomains)
        .values({ ...own, name, target })
        .returning()
  if (!row) throw new Error('the subdomain was not stored')
  return row
}

/** The name of the subdomain that came or went with a change. */
export const subdomainOf = ({ removed, added }: Change): string | undefined =>
  [...removed, ...added].find(({ leadsSubdomain }) => leadsSubdomain)?.name

/** The subdomain that went with a change is there again once the change is undone, and the one that came is gone. */
export async function takeRowBack(
  tx: Tx,
  { domain, change, now }: { domain: Domain; change: Change; now: Date },
): Promise<void> {
  const { dnsRecords: r, subdomains } = tx.t
  const name = subdomainOf(change)
  if (name === undefined) return
  const ofName = and(eq(r.userId, domain.userId), eq(r.domainId, domain.id), eq(r.name, name))
  const records = await tx.select({ type: r.type, value: r.value }).from(r).where(ofName)
  const [lead] = records.filter(isLead)
  if (lead) {
    if (!(await hasRow(tx, { domain, name }))) await storeRow(tx, { domain, name, target: lead.value, now })
  } else await tx.delete(subdomains).where(isNamed(tx, { domain, name }))
}
