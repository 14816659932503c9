import { and, inArray } from 'drizzle-orm'
import { appendAudit, auditCaller } from '#db/audit.ts'
import type { Tx } from '#db/types.ts'
import type { CustomerContext, OwnerContext } from '#server/context.ts'
import { DomainError } from '#shared/errors.ts'
import type { Clash } from '../contract/check-zone.ts'
import { differenceOf, type Edit, editZone, type KeptRecord } from '../contract/edit-zone.ts'
import { keepHistory } from './history.ts'
import { type DomainRow, isDomain } from './own.ts'
import type { SubdomainLead } from './subdomain-rows.ts'
import { switchSubdomains } from './switch-subdomains.ts'
import { insertRecords, isOfZone, readZone } from './zone.ts'

/** The next serial of a zone: later than the last one, and the time of the change where that is possible (RFC 1912). */
export const nextSerial = (last: number, now: Date): number =>
  Math.max(last + 1, Math.floor(now.getTime() / 1_000))

/** The refusal of records that cannot stand in one zone. */
export const clashOf = ({ field, message }: Clash): DomainError =>
  new DomainError('CONFLICT', message, { fields: { [field]: message } })

const idsAtOnce = 100

async function storeDifference(
  tx: Tx,
  ctx: OwnerContext,
  { domain, removed, added }: { domain: DomainRow; removed: KeptRecord[]; added: KeptRecord[] },
): Promise<void> {
  const { dnsRecords } = tx.t
  const ids = removed.map(({ id }) => id)
  for (let i = 0; i < ids.length; i += idsAtOnce)
    await tx
      .delete(dnsRecords)
      .where(and(isOfZone(tx.t, domain), inArray(dnsRecords.id, ids.slice(i, i + idsAtOnce))))
  await insertRecords(tx, { zone: domain, records: added, now: ctx.now() })
}

export type ZoneChange = {
  domain: DomainRow
  edit: Edit
  note: string
  /** A subdomain whose row comes or goes with this change, and with its undoing. */
  subdomain?: SubdomainLead | undefined
}

/**
 * The zone of a domain that the caller has locked is as the edit says: with a higher serial, an entry in its history and one
 * in the audit log. An edit that changes nothing leaves no trace. Answers the records as they are now.
 * @throws CONFLICT when the records cannot stand in one zone; nothing was changed then
 */
export async function changeZone(
  tx: Tx,
  ctx: CustomerContext | OwnerContext,
  { domain, edit, note, subdomain }: ZoneChange,
): Promise<KeptRecord[]> {
  const before = await readZone(tx, tx.t, domain)
  const edited = editZone(before, edit, domain.domainName)
  if (!('after' in edited)) throw clashOf(edited)
  const { removed, added } = differenceOf(before, edited.after)
  if (removed.length + added.length === 0) return edited.after
  await storeDifference(tx, ctx, { domain, removed, added })
  const now = ctx.now()
  const zoneSerial = nextSerial(domain.zoneSerial, now)
  await tx.update(tx.t.domains).set({ zoneSerial, updatedAt: now }).where(isDomain(ctx, domain.id))
  await keepHistory(tx, { domain, note, serial: zoneSerial, removed, added, now, subdomain })
  await switchSubdomains(tx, { domain, records: edited.after })
  const entry = {
    action: 'domain.dns',
    targetType: 'domain',
    targetId: domain.id,
    userId: domain.userId,
    note,
    details: { domain: domain.domainName, serial: zoneSerial, removed: removed.length, added: added.length },
  }
  // Without a request the portal did it, in the name of nobody.
  await ('requestId' in ctx
    ? auditCaller(tx, ctx, entry)
    : appendAudit(tx, { ...entry, at: now, actorId: null }))
  return edited.after
}

/** Nothing has changed since the preview of a change, if its serial is said. @throws CONFLICT */
export function assertAsPreviewed({ zoneSerial }: DomainRow, serial: number | undefined): void {
  if (serial === undefined || serial === zoneSerial) return
  throw new DomainError(
    'CONFLICT',
    'The records were changed since this preview, so nothing was done. Preview the changes again.',
  )
}

/** The owner's screens read the domain again; called once the change is committed. */
export const tellDomain = (ctx: OwnerContext, { id, status }: { id: string; status: string }): void =>
  ctx.events.publish({ userId: ctx.user.id, kind: 'domain', id, status })
