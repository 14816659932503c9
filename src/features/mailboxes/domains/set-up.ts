import type { z } from 'zod'
import type { Tx } from '#db/types.ts'
import { freeMailNames } from '#features/names/free-mail-names.ts'
import { mailNamesOf } from '#features/names/mail-names.ts'
import { assertNoSite } from '#features/names/names.ts'
import type { ZoneRecord } from '#features/zones/contract/record-types.ts'
import { type DomainRow, findDomain } from '#features/zones/domain/own.ts'
import { putRecords } from '#features/zones/presets/put-records.ts'
import { lockZone, type Zone } from '#features/zones/service/zone.ts'
import type { Answered } from '#server/answers/answer-in.ts'
import { mutate } from '#server/answers/mutate.ts'
import type { CustomerContext } from '#server/context.ts'
import { wholeText } from '#shared/names/txt-strings.ts'
import type { Answer } from '#shared/schema.ts'
import type { domainMailInput, domainMailOutput } from '../contract/contract.ts'
import { type MailKey, makeMailKey } from './keys.ts'
import { assertUsable, lockMailRow, readTarget } from './own-domain.ts'
import { dmarcName, isDmarc, mailRecords } from './records.ts'
import { keyPlace } from './signing-key.ts'

type Output = Answer<typeof domainMailOutput>

/** A preview has no key yet. */
const keyToCome = { selector: 'mail', publicKey: '(generated when you set up mail)' }

/** An existing DMARC policy is the owner's decision and stays. */
function withoutOwn({ records }: Zone, wanted: ZoneRecord[]): ZoneRecord[] {
  const hasDmarc = records.some(
    ({ name, type, value }) => name === dmarcName && type === 'TXT' && isDmarc(wholeText(value)),
  )
  return hasDmarc ? wanted.filter(({ name }) => name !== dmarcName) : wanted
}

function effectsOf({ mailTransport: { way, name } }: CustomerContext, isFirst: boolean): string[] {
  const effects: string[] = []
  if (isFirst) effects.push('Mail sent from this domain will be signed with DKIM.')
  if (way === 'relay')
    effects.push(`Outgoing mail goes through ${name}. Add the SPF entry that its provider asks for.`)
  if (way === 'files') effects.push('Outgoing mail is off until your host sets up delivery.')
  return effects
}

async function storeRow(
  tx: Tx,
  ctx: CustomerContext,
  { id, userId }: DomainRow,
  key: MailKey,
): Promise<void> {
  const now = ctx.now()
  await tx.insert(tx.t.emailDomains).values({
    userId,
    domainId: id,
    dkimSelector: key.selector,
    dkimPrivateKey: ctx.secrets.seal(key.privateKey, keyPlace(id)),
    dkimPublicKey: key.publicKey,
    createdAt: now,
    updatedAt: now,
  })
}

/**
 * Previews the mail records of the caller's domain. With `apply`, publishes them in one change that can be undone and starts to
 * sign the domain's mail.
 * @throws NOT_FOUND, WRONG_STATE, CONFLICT with existing records, when the zone changed since its preview, or while a service of
 *   the caller uses a host name that mail programs look for; other customers' services lose such a name
 */
export async function setUpMail(
  ctx: CustomerContext,
  { id, apply, serial }: z.output<typeof domainMailInput>,
): Promise<Answered<Output>> {
  await findDomain(ctx, id)
  // Created before the transaction, which key generation would hold open too long.
  const fresh = apply ? await makeMailKey(ctx.now()) : null
  return mutate(ctx, async (tx) => {
    const zone = await lockZone(tx, ctx, id)
    const { domain } = zone
    assertUsable(ctx, domain)
    const { domainName, userId } = domain
    if (!apply) await assertNoSite(tx, { names: mailNamesOf(domainName), userId })
    else await freeMailNames(tx, ctx, { domain: domainName, userId })
    const row = await lockMailRow(tx, ctx, domain)
    const key = row ? { selector: row.dkimSelector, publicKey: row.dkimPublicKey } : (fresh ?? keyToCome)
    const records = withoutOwn(zone, mailRecords(await readTarget(tx, ctx, domain), key))
    const answer = await putRecords(tx, ctx, zone, { records, apply, serial, note: 'Set up mail' })
    if (apply && !row && fresh) await storeRow(tx, ctx, domain, fresh)
    return { ...answer, effects: [...answer.effects, ...effectsOf(ctx, !row)] }
  })
}
