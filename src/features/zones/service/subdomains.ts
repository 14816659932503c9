import { and, asc, eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { Tx } from '#db/types.ts'
import type { Answered } from '#server/answers/answer-in.ts'
import { mutate } from '#server/answers/mutate.ts'
import type { CustomerContext } from '#server/context.ts'
import { DomainError, invalid, notFound } from '#shared/errors.ts'
import type { Answer } from '#shared/schema.ts'
import type { StoredRecord } from '../contract/edit-zone.ts'
import { apex, fullName, isLead, type RecordType, usualTtl } from '../contract/record-types.ts'
import type { RedirectStatus } from '../contract/redirect.ts'
import { isRedirect } from '../contract/redirect.ts'
import type { addSubdomainInput, subdomainOutput } from '../contract/subdomains.ts'
import { readIpv4, readIpv6 } from '../contract/values/address.ts'
import { type DomainRow, findDomain } from '../domain/own.ts'
import { prepareRedirect } from '../subdomains/redirect-subdomain.ts'
import {
  hasRow,
  ofDomain,
  type SubdomainRow,
  type SubdomainTarget,
  storeRow,
} from '../subdomains/subdomain-rows.ts'
import { changeZone } from './change-zone.ts'
import { parseRecord } from './records.ts'
import { lockZone } from './zone.ts'

type Output = Answer<typeof subdomainOutput>

const present = ({ id, name, target, redirectTo, redirectStatus, status }: SubdomainRow): Output => ({
  id,
  name,
  target: redirectTo ?? target,
  redirect: redirectStatus as RedirectStatus | null,
  status,
})

/** The subdomains of the caller's domain, oldest first. @throws NOT_FOUND */
export async function listSubdomains(ctx: CustomerContext, { id }: { id: string }): Promise<Output[]> {
  const domain = await findDomain(ctx, id)
  const { subdomains } = ctx.store.t
  const rows = await ctx.store.read
    .select()
    .from(subdomains)
    .where(ofDomain(ctx.store.t, domain))
    .orderBy(asc(subdomains.createdAt), asc(subdomains.id))
  return rows.map(present)
}

const typeOf = (target: string): RecordType => {
  if ('value' in readIpv4(target)) return 'A'
  return 'value' in readIpv6(target) ? 'AAAA' : 'CNAME'
}

/** The record that points a subdomain to its target. @throws INVALID */
function targetRecord({ name, target }: { name: string; target: string }, zone: string) {
  try {
    const written = { name, type: typeOf(target), value: target, ttl: usualTtl }
    const record = parseRecord(Bun.randomUUIDv7(), written, zone)
    if (record.name === apex) throw invalid('name', `This is ${zone} itself. Enter a name such as shop.`)
    return record
  } catch (error) {
    const wrong = error instanceof DomainError ? error.fields?.value : undefined
    throw wrong === undefined
      ? error
      : invalid(
          'target',
          'Enter an address, such as 192.0.2.1, or a full host name, such as www.example.net.',
        )
  }
}

type AddSubdomainRequest = Omit<z.output<typeof addSubdomainInput>, 'id'>

/** The record and the row of a new subdomain. @throws INVALID, CONFLICT, WRONG_STATE */
async function plan(
  tx: Tx,
  ctx: CustomerContext,
  domain: DomainRow,
  { name, target, redirect }: AddSubdomainRequest,
): Promise<{ record: StoredRecord; lead: SubdomainTarget }> {
  const zone = domain.domainName
  if (!isRedirect(target)) {
    const record = targetRecord({ name, target }, zone)
    if (redirect) throw invalid('target', 'Enter a full address, such as https://www.example.net/shop.')
    return {
      record,
      lead: { name: record.name, target: record.value, redirectTo: null, redirectStatus: null },
    }
  }
  // Any address will do to get the stored form of the name.
  const { name: stored } = targetRecord({ name, target: '192.0.2.1' }, zone)
  const { address, to } = await prepareRedirect(tx, ctx, { domain, name: stored, target })
  const record = targetRecord({ name, target: address }, zone)
  const lead = { name: stored, target: record.value, redirectTo: to, redirectStatus: redirect ?? 302 }
  return { record, lead }
}

/**
 * Points a name below the domain to the given address or host, or to the domain's service, which redirects its visitors to the
 * given URL; an inactive subdomain of that name becomes active.
 * @throws NOT_FOUND, INVALID, CONFLICT when the name is in use, WRONG_STATE for a redirect without a service
 */
export const addSubdomain = (
  ctx: CustomerContext,
  { id, ...wish }: z.output<typeof addSubdomainInput>,
): Promise<Answered<Output>> =>
  mutate(ctx, async (tx) => {
    const zone = await lockZone(tx, ctx, id)
    const { domain } = zone
    const { record, lead } = await plan(tx, ctx, domain, wish)
    const full = fullName(record.name, domain.domainName)
    if (zone.records.some((each) => each.name === record.name && isLead(each)))
      throw new DomainError('CONFLICT', `${full} is in use already. Delete its record first, or change it.`, {
        fields: { name: 'This name is in use already.' },
      })
    const isNew = !(await hasRow(tx, { domain, name: lead.name }))
    const row = await storeRow(tx, { domain, lead, now: ctx.now() })
    const note = `Added ${full}${lead.redirectTo === null ? '' : `, redirected to ${lead.redirectTo}`}`
    const edit = { remove: [], put: [record] }
    await changeZone(tx, ctx, zone, { edit, note, subdomain: isNew ? lead : undefined })
    return present(row)
  })

/** Deletes the subdomain with the records that point it to its target. @throws NOT_FOUND */
export const removeSubdomain = (
  ctx: CustomerContext,
  { id, subId }: { id: string; subId: string },
): Promise<Answered<{ ok: true }>> =>
  mutate(ctx, async (tx) => {
    const zone = await lockZone(tx, ctx, id)
    const { domain } = zone
    const { subdomains } = tx.t
    const own = and(ofDomain(tx.t, domain), eq(subdomains.id, subId))
    const [row] = await tx.delete(subdomains).where(own).returning()
    if (!row) throw notFound('This subdomain')
    const remove = zone.records
      .filter(({ name, value }) => name === row.name && value === row.target)
      .map((record) => record.id)
    const note = `Deleted ${fullName(row.name, domain.domainName)}`
    await changeZone(tx, ctx, zone, { edit: { remove, put: [] }, note, subdomain: row })
    return { ok: true as const }
  })
