import { and, eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { Store, Tx } from '#db/types.ts'
import type { Answered } from '#server/answers/answer-in.ts'
import { mutate } from '#server/answers/mutate.ts'
import type { CustomerContext } from '#server/context.ts'
import { DomainError, notFound } from '#shared/errors.ts'
import type { Answer } from '#shared/schema.ts'
import { identityOf } from '../contract/check-zone.ts'
import type { Edit, StoredRecord } from '../contract/edit-zone.ts'
import type { recordOutput, undoInput } from '../contract/records.ts'
import { storedText } from '../contract/values/txt.ts'
import type { DomainRow } from '../domain/own.ts'
import { revertRow, subdomainOf } from '../subdomains/subdomain-rows.ts'
import { changeZone } from './change-zone.ts'
import { presentRecord } from './present-record.ts'
import { lockZone } from './zone.ts'

type Change = Store['t']['dnsChanges']['$inferSelect']

async function findChange(tx: Tx, { domain, changeId }: { domain: DomainRow; changeId: string }) {
  const { dnsChanges: c } = tx.t
  const own = and(eq(c.userId, domain.userId), eq(c.domainId, domain.id), eq(c.id, changeId))
  const [change] = await tx.select().from(c).where(own)
  if (!change) throw notFound('This change')
  if (change.undoneAt) throw new DomainError('WRONG_STATE', 'This change was already undone.')
  return { change, own }
}

/** The edit that reverts a change. @throws WRONG_STATE when its records have changed again */
function reverse({ removed, added }: Change, zone: readonly StoredRecord[]): Edit {
  const kept = <T extends { type: string; value: string }>(record: T): T =>
    record.type === 'TXT' ? { ...record, value: storedText(record.value) } : record
  const present = new Map(zone.map((record) => [identityOf(record), record]))
  const remove = added.map(kept).map((record) => {
    const now = present.get(identityOf(record))
    if (now && now.ttl === record.ttl) return now.id
    throw new DomainError(
      'WRONG_STATE',
      'These records have changed again since then. Undo the later changes first.',
    )
  })
  const taken = new Set(zone.filter(({ id }) => !remove.includes(id)).map(({ id }) => id))
  const put = removed
    .map(kept)
    .map((record) => (taken.has(record.id) ? { ...record, id: Bun.randomUUIDv7() } : record))
  const back = new Set(put.map(({ id }) => id))
  return { remove: remove.filter((id) => !back.has(id)), put }
}

/**
 * Reverts a change in the zone, and the subdomain that was added or removed with it; later changes stay. Returns the current
 * records.
 * @throws NOT_FOUND, WRONG_STATE when it was already undone or no longer fits, CONFLICT with the zone's records
 */
export const undoChange = (
  ctx: CustomerContext,
  { id, changeId }: z.output<typeof undoInput>,
): Promise<Answered<Answer<typeof recordOutput>[]>> =>
  mutate(ctx, async (tx) => {
    const zone = await lockZone(tx, ctx, id)
    const { domain } = zone
    const { change, own } = await findChange(tx, { domain, changeId })
    const records = await changeZone(tx, ctx, zone, {
      edit: reverse(change, zone.records),
      note: `Undone: ${change.note}`,
      subdomain: subdomainOf(change),
    })
    await revertRow(tx, { domain, change, now: ctx.now() })
    await tx.update(tx.t.dnsChanges).set({ undoneAt: ctx.now() }).where(own)
    return records.map(presentRecord)
  })
