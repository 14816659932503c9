import { and, asc, isNotNull, lte } from 'drizzle-orm'
import { type DomainRow, findDomain } from '#features/zones/domain/own.ts'
import { lockDomainRow } from '#features/zones/domain/raise-serial.ts'
import { changeZone } from '#features/zones/service/change-zone.ts'
import { lockZone, readZone } from '#features/zones/service/zone.ts'
import type { Answered } from '#server/answers/answer-in.ts'
import { mutate } from '#server/answers/mutate.ts'
import type { CustomerContext, JobContext } from '#server/context.ts'
import type { ScheduledTask } from '#server/jobs/jobs.ts'
import { DomainError } from '#shared/errors.ts'
import type { Answer } from '#shared/schema.ts'
import { after, day, hour } from '#shared/time.ts'
import type { domainMailStateOutput } from '../contract/contract.ts'
import { makeMailKey } from './keys.ts'
import { findMailRow, isOf, lockMailRow, requireMail } from './own-domain.ts'
import { keyName, keyRecord } from './records.ts'
import { keyPlace } from './signing-key.ts'
import { checkMail, presentState } from './state.ts'

/** As long as mail signed with the old key may be in transit. */
const oldKeyStaysMs = 7 * day
const atOnce = 100

/**
 * Replaces the domain's signing key and publishes the new one beside the old one.
 * @throws NOT_FOUND, WRONG_STATE until mail is set up, and while an earlier old key is published
 */
export async function rotateKey(
  ctx: CustomerContext,
  { id }: { id: string },
): Promise<Answered<Answer<typeof domainMailStateOutput>>> {
  const before = await findDomain(ctx, id)
  const view = await checkMail(ctx, before, await findMailRow(ctx, before))
  const key = await makeMailKey(ctx.now())
  return mutate(ctx, async (tx) => {
    const zone = await lockZone(tx, ctx, id)
    const { domain } = zone
    const row = await requireMail(tx, ctx, domain)
    if (row.oldSelector !== null || row.dkimSelector === key.selector)
      throw new DomainError(
        'WRONG_STATE',
        'The DKIM key was changed less than 7 days ago. The old key is still needed for mail in transit.',
      )
    const put = [{ ...keyRecord(key.selector, key.publicKey), id: Bun.randomUUIDv7() }]
    await changeZone(tx, ctx, zone, { edit: { remove: [], put }, note: 'Changed the DKIM key' })
    const to = {
      dkimSelector: key.selector,
      dkimPrivateKey: ctx.secrets.seal(key.privateKey, keyPlace(id)),
      dkimPublicKey: key.publicKey,
      oldSelector: row.dkimSelector,
      rotatedAt: ctx.now(),
      updatedAt: ctx.now(),
    }
    await tx.update(tx.t.emailDomains).set(to).where(isOf(tx.t, domain))
    return presentState(domain, { row: { ...row, ...to }, view })
  })
}

async function retire(ctx: JobContext, place: Pick<DomainRow, 'id' | 'userId'>): Promise<void> {
  await ctx.store.tx(async (tx) => {
    const domain = await lockDomainRow(tx, ctx, place)
    if (!domain) return
    const row = await lockMailRow(tx, ctx, domain)
    if (!row?.oldSelector) return
    const name = keyName(row.oldSelector)
    const records = await readZone(tx, domain)
    const remove = records.filter((record) => record.name === name).map(({ id }) => id)
    const owner = { ...ctx, user: { id: domain.userId } }
    const change = { edit: { remove, put: [] }, note: 'Removed the old DKIM key' }
    await changeZone(tx, owner, { domain, records }, change)
    await tx
      .update(tx.t.emailDomains)
      .set({ oldSelector: null, updatedAt: ctx.now() })
      .where(isOf(tx.t, domain))
  })
}

/** Removes keys that were replaced seven days ago from their zones. */
async function retireKeys(ctx: JobContext, stopping: AbortSignal): Promise<void> {
  const { emailDomains: m } = ctx.store.t
  const due = await ctx.store.read
    .select({ id: m.domainId, userId: m.userId })
    .from(m)
    .where(and(isNotNull(m.oldSelector), lte(m.rotatedAt, after(ctx.now(), -oldKeyStaysMs))))
    .orderBy(asc(m.rotatedAt), asc(m.domainId))
    .limit(atOnce)
  for (const place of due) {
    if (stopping.aborted) return
    await retire(ctx, place)
  }
}

export const retiring: ScheduledTask = { name: 'mail-keys', everyMs: hour, run: retireKeys }
