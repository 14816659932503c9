import { and, inArray } from 'drizzle-orm'
import { appendAudit, auditCaller } from '#db/audit/audit.ts'
import type { Tx } from '#db/types.ts'
import type { CustomerContext, OwnerContext } from '#server/context.ts'
import { DomainError } from '#shared/errors.ts'
import type { Clash } from '../contract/check-zone.ts'
import { differenceOf, type Edit, editZone, type StoredRecord } from '../contract/edit-zone.ts'
import type { DomainRow } from '../domain/own.ts'
import { publishDomain } from '../domain/publish-domain.ts'
import { raiseSerial } from '../domain/raise-serial.ts'
import type { SubdomainTarget } from '../subdomains/subdomain-rows.ts'
import { switchSubdomains } from '../subdomains/switch-subdomains.ts'
import { addToHistory } from './history.ts'
import { insertRecords, isOfZone, type Zone } from './zone.ts'

/** The error for conflicting records. */
export const clashOf = ({ field, message }: Clash): DomainError =>
  new DomainError('CONFLICT', message, { fields: { [field]: message } })

const idsAtOnce = 100

async function storeDifference(
  tx: Tx,
  ctx: OwnerContext,
  { domain, removed, added }: { domain: DomainRow; removed: StoredRecord[]; added: StoredRecord[] },
): Promise<void> {
  const { dnsRecords } = tx.t
  const ids = removed.map(({ id }) => id)
  for (let i = 0; i < ids.length; i += idsAtOnce)
    await tx
      .delete(dnsRecords)
      .where(and(isOfZone(tx.t, domain), inArray(dnsRecords.id, ids.slice(i, i + idsAtOnce))))
  await insertRecords(tx, { zone: domain, records: added, now: ctx.now() })
}

type Change = {
  /** Text for the history. */
  note: string
  /** A subdomain whose row is added or removed with this change, and with its undo. */
  subdomain?: SubdomainTarget | undefined
}

/** The records of a zone after an edit. @throws CONFLICT when they are not a valid zone */
export function applyEdit({ domain, records }: Zone, edit: Edit): StoredRecord[] {
  const edited = editZone(records, edit, domain.domainName)
  if (!('after' in edited)) throw clashOf(edited)
  return edited.after
}

/**
 * Stores `after` as the zone of a domain that the caller has locked: with a higher serial, an entry in its history and one in
 * the audit log, and open screens refetch it. Unchanged records leave no trace.
 */
export async function storeZone(
  tx: Tx,
  ctx: CustomerContext | OwnerContext,
  { domain, records }: Zone,
  { after, note, subdomain }: Change & { after: StoredRecord[] },
): Promise<void> {
  const { removed, added } = differenceOf(records, after)
  if (removed.length + added.length === 0) return
  await storeDifference(tx, ctx, { domain, removed, added })
  const now = ctx.now()
  const serial = await raiseSerial(tx, domain, now)
  await addToHistory(tx, { domain, note, serial, removed, added, now, subdomain })
  await switchSubdomains(tx, { domain, records: after })
  const entry = {
    action: 'domain.dns',
    targetType: 'domain',
    targetId: domain.id,
    userId: domain.userId,
    note,
    details: { domain: domain.domainName, serial, removed: removed.length, added: added.length },
  }
  // Without a request the portal is the actor.
  await ('requestId' in ctx
    ? auditCaller(tx, ctx, entry)
    : appendAudit(tx, { ...entry, at: now, actorId: null }))
  publishDomain(tx, ctx, domain)
}

/** Applies an edit by `storeZone`, and returns the records. @throws CONFLICT */
export async function changeZone(
  tx: Tx,
  ctx: CustomerContext | OwnerContext,
  zone: Zone,
  { edit, ...change }: Change & { edit: Edit },
): Promise<StoredRecord[]> {
  const after = applyEdit(zone, edit)
  await storeZone(tx, ctx, zone, { after, ...change })
  return after
}

/** Checks that nothing has changed since the preview, if its serial is given. @throws CONFLICT */
export function assertAsPreviewed({ zoneSerial }: DomainRow, serial: number | undefined): void {
  if (serial === undefined || serial === zoneSerial) return
  throw new DomainError(
    'CONFLICT',
    'The records have changed since this preview, so nothing was saved. Preview the changes again.',
  )
}
