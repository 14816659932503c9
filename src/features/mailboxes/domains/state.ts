import { and, eq, isNull } from 'drizzle-orm'
import type { z } from 'zod'
import type { Tx } from '#db/types.ts'
import { apex } from '#features/zones/contract/record-types.ts'
import { type DomainRow, findDomain, lockDomain } from '#features/zones/domain/own.ts'
import { mergeSpf } from '#features/zones/presets/preset-edit.ts'
import { readZone } from '#features/zones/service/zone.ts'
import type { Answered } from '#server/answers/answer-in.ts'
import { mutate } from '#server/answers/mutate.ts'
import type { CustomerContext } from '#server/context.ts'
import { notFound } from '#shared/errors.ts'
import { showName } from '#shared/names/show-name.ts'
import { wholeText } from '#shared/names/txt-strings.ts'
import type { Answer } from '#shared/schema.ts'
import type { domainMailStateInput, domainMailStateOutput, setDomainMailInput } from '../contract/contract.ts'
import { checkRecords, expectRecords, type MailCheck, type PolicyTexts } from './check-records.ts'
import { findMailRow, isOf, type MailDomainRow, readTarget, requireMail } from './own-domain.ts'
import { dmarcName, dmarcText, isDmarc, isSpf, spfText } from './records.ts'

type Output = Answer<typeof domainMailStateOutput>

export const presentState = (
  { id, domainName }: DomainRow,
  { row, view }: { row: MailDomainRow | null; view: MailCheck },
): Output => ({
  id,
  name: showName(domainName),
  isMailOn: row !== null,
  selector: row?.dkimSelector ?? null,
  rotatedAt: row?.rotatedAt ?? null,
  greylisting: row?.greylisting ?? false,
  catchAllId: row?.catchAllId ?? null,
  ...view,
})

/** The SPF and DMARC texts after set-up, including the domain's own terms. */
async function readTexts({ store }: CustomerContext, domain: DomainRow): Promise<PolicyTexts> {
  const zone = await readZone(store, domain)
  const textsAt = (name: string) =>
    zone.filter((each) => each.name === name && each.type === 'TXT').map(({ value }) => wholeText(value))
  return {
    spf: mergeSpf(textsAt(apex).filter(isSpf), spfText),
    dmarc: textsAt(dmarcName).find(isDmarc) ?? dmarcText,
  }
}

const readExpected = async (ctx: CustomerContext, domain: DomainRow) => ({
  ...(await readTarget(ctx.store.read, ctx, domain)),
  ...(await readTexts(ctx, domain)),
})

/** The DNS checks of the domain's mail, run now or cached for some seconds. @throws TOO_MANY_REQUESTS */
export async function checkMail(
  ctx: CustomerContext,
  domain: DomainRow,
  row: MailDomainRow | null,
): Promise<MailCheck> {
  const key = `mail ${domain.id} ${domain.zoneSerial} ${row?.dkimSelector ?? ''}`
  const expected = await readExpected(ctx, domain)
  return ctx.dnsViews.see({ key, userId: ctx.user.id }, () => checkRecords(ctx, expected, row))
}

/** The mail settings of the caller's domain, with DNS checks on request. @throws NOT_FOUND, TOO_MANY_REQUESTS */
export async function readMailState(
  ctx: CustomerContext,
  { id, dns }: z.output<typeof domainMailStateInput>,
): Promise<Output> {
  const domain = await findDomain(ctx, id)
  const row = await findMailRow(ctx, domain)
  const view =
    dns === 'ask' ? await checkMail(ctx, domain, row) : expectRecords(await readExpected(ctx, domain), row)
  return presentState(domain, { row, view })
}

/** @throws NOT_FOUND unless it is one of the caller's mailboxes */
async function assertMailbox(tx: Tx, ctx: CustomerContext, id: string): Promise<void> {
  const { emailAccounts: a } = tx.t
  const own = and(eq(a.userId, ctx.user.id), eq(a.id, id), eq(a.type, 'mailbox'), isNull(a.deletedAt))
  if ((await tx.$count(a, own)) === 0) throw notFound('This mailbox')
}

/**
 * Sets greylisting and the catch-all mailbox of the domain.
 * @throws NOT_FOUND, WRONG_STATE until mail is set up, TOO_MANY_REQUESTS
 */
export async function setMailState(
  ctx: CustomerContext,
  { id, ...wish }: z.output<typeof setDomainMailInput>,
): Promise<Answered<Output>> {
  const before = await findDomain(ctx, id)
  const view = await checkMail(ctx, before, await findMailRow(ctx, before))
  return mutate(ctx, async (tx) => {
    const domain = await lockDomain(tx, ctx, id)
    const row = await requireMail(tx, ctx, domain)
    const { catchAllId = row.catchAllId, greylisting = row.greylisting } = wish
    if (wish.catchAllId) await assertMailbox(tx, ctx, wish.catchAllId)
    const to = { catchAllId, greylisting, updatedAt: ctx.now() }
    await tx.update(tx.t.emailDomains).set(to).where(isOf(tx.t, domain))
    return presentState(domain, { row: { ...row, ...to }, view })
  })
}
