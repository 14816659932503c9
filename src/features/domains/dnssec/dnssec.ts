import { and, eq, isNull } from 'drizzle-orm'
import type { z } from 'zod'
import { auditCaller } from '#db/audit/audit.ts'
import type { Source, Tx } from '#db/types.ts'
import { describeKeys, ensureKeys } from '#features/dns/dnssec-keys.ts'
import { Unanswered } from '#features/resolver/contract.ts'
import { fullName } from '#features/zones/contract/record-types.ts'
import { type DomainRow, findDomain, isDomain, lockDomain } from '#features/zones/domain/own.ts'
import { publishDomain } from '#features/zones/domain/publish-domain.ts'
import { nextSerial } from '#features/zones/domain/raise-serial.ts'
import { readZone } from '#features/zones/service/zone.ts'
import type { Answered } from '#server/answers/answer-in.ts'
import { mutate } from '#server/answers/mutate.ts'
import type { CustomerContext, OwnerContext } from '#server/context.ts'
import { DomainError } from '#shared/errors.ts'
import { showName } from '#shared/names/show-name.ts'
import type { Answer } from '#shared/schema.ts'
import type { dnssecOutput, setDnssecInput } from '../contract/dnssec.ts'

type Output = Answer<typeof dnssecOutput>

const refuse = (message: string) => new DomainError('WRONG_STATE', message)

async function present(source: Source, domain: DomainRow): Promise<Output> {
  const { domainName, signedAt } = domain
  if (signedAt !== null)
    return {
      enabled: true,
      ...(await describeKeys(source.read, source.t, domain)),
      message: `DNSSEC is on. Add this DS record for ${showName(domainName)} at your registrar. To turn DNSSEC off later, remove the record first and wait a day.`,
    }
  return {
    enabled: false,
    ds: [],
    dnskey: [],
    message: `DNSSEC is off. If your registrar still has a DS record for ${showName(domainName)}, remove it, or the domain stops resolving.`,
  }
}

/** Whether DNSSEC is on for one of the caller's domains, with the data for its registrar. @throws NOT_FOUND */
export const getDnssec = async (ctx: OwnerContext, { id }: { id: string }): Promise<Output> =>
  present(ctx.store, await findDomain(ctx, id))

/** @throws WRONG_STATE while the parent zone has a DS record, and when that could not be checked */
async function assertNoDs({ resolver }: OwnerContext, name: string): Promise<void> {
  const seen = await resolver.hasDs(name).catch((error: unknown) => {
    if (!(error instanceof Unanswered)) throw error
    throw refuse(
      `We could not check whether ${name} still has a DS record, because the DNS gave no answer. Nothing has changed. With a DS record and no DNSSEC, ${name} stops resolving.`,
    )
  })
  if (seen)
    throw refuse(
      `${name} still has a DS record. Remove it at your registrar, wait a day, and then turn DNSSEC off. Otherwise ${name} stops resolving.`,
    )
}

/**
 * @throws WRONG_STATE while the name is not verified, when no zones are served here, and when a signed zone would deny
 * another domain of the customer: one inside it without a delegation
 */
async function assertSignable(tx: Tx, ctx: OwnerContext, domain: DomainRow): Promise<void> {
  const { domainName: name, challenge, userId } = domain
  if (challenge !== null) throw refuse(`${name} is not verified yet. DNSSEC is available once it is.`)
  if (ctx.env.DNS_DRIVER === 'off')
    throw refuse('This portal runs no name servers. Turn DNSSEC on where your DNS is hosted.')
  const { domains: d } = tx.t
  const own = await tx
    .select({ name: d.domainName })
    .from(d)
    .where(and(eq(d.userId, userId), isNull(d.challenge)))
  const records = await readZone(tx, domain)
  const delegated = records.filter(({ type }) => type === 'NS').map((record) => fullName(record.name, name))
  const denied = own.find(
    (inner) =>
      inner.name.endsWith(`.${name}`) &&
      !delegated.some((cut) => cut !== name && (inner.name === cut || inner.name.endsWith(`.${cut}`))),
  )
  if (denied)
    throw refuse(
      `${denied.name} is a separate domain inside ${name}. Add NS records for it to ${name} first, or it stops resolving.`,
    )
}

/** Turns signing of the zone on or off from its next serial; existing keys are reused. */
async function change(
  tx: Tx,
  ctx: CustomerContext,
  given: { domain: DomainRow; enable: boolean; force: boolean },
) {
  const { domain, enable, force } = given
  if (enable) await ensureKeys(tx, ctx, domain)
  const now = ctx.now()
  const to = {
    signedAt: enable ? now : null,
    zoneSerial: nextSerial(domain.zoneSerial, now),
    updatedAt: now,
  }
  await tx.update(tx.t.domains).set(to).where(isDomain(ctx, domain.id))
  await auditCaller(tx, ctx, {
    action: 'domain.dnssec',
    targetType: 'domain',
    targetId: domain.id,
    userId: domain.userId,
    note: domain.domainName,
    details: { enable, ...(force ? { force } : {}), serial: to.zoneSerial },
  })
  publishDomain(tx, ctx, domain)
  return { ...domain, ...to }
}

/**
 * Turns signing of a zone on or off. It stays on while a DS record is seen, unless `force` is set.
 * @throws NOT_FOUND, WRONG_STATE when the zone cannot be signed, or must stay so
 */
export async function setDnssec(
  ctx: CustomerContext,
  { id, enable, force }: z.output<typeof setDnssecInput>,
): Promise<Answered<Output>> {
  const seen = await findDomain(ctx, id)
  if (!enable && !force && seen.signedAt !== null) await assertNoDs(ctx, seen.domainName)
  return mutate(ctx, async (tx) => {
    const before = await lockDomain(tx, ctx, id)
    const isAsWanted = (before.signedAt !== null) === enable
    if (enable && !isAsWanted) await assertSignable(tx, ctx, before)
    return present(tx, isAsWanted ? before : await change(tx, ctx, { domain: before, enable, force }))
  })
}
