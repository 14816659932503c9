import { type DomainRow, isDomain, lockDomain } from '#features/zones/domain/own.ts'
import { publishDomain } from '#features/zones/domain/publish-domain.ts'
import type { OwnerContext } from '#server/context.ts'
import { hour } from '#shared/time.ts'
import type { Pointing } from '../contract/pointing.ts'
import { checkPointing } from './see-pointing.ts'
import { nextCheck } from './unverified.ts'

/** How long a name that points here waits for its `www`. */
const wwwPatienceMs = hour

type PointingResult = Pick<Pointing, 'isPointed' | 'records'>

const verifiedAt = ({ verifiedAt: at, createdAt }: DomainRow): Date => at ?? createdAt

/** Whether to order now: the certificate covers the name and its `www`, which is left out if it does not point here in time. */
function isReady(domain: DomainRow, { isPointed, records }: PointingResult, now: Date): boolean {
  if (isPointed) return true
  const own = records.find(({ name, type }) => name === domain.domainName && type !== 'TXT')
  return own?.state === 'found' && now.getTime() - verifiedAt(domain).getTime() >= wwwPatienceMs
}

/**
 * Turns HTTPS of a verified domain on once its names point here, and leaves it to its owner from then on. Until then the DNS
 * is checked at the same intervals as for the proof.
 */
export async function awaitHttps(ctx: OwnerContext, seen: DomainRow, stopped: Promise<null>): Promise<void> {
  const view = await Promise.race([checkPointing(ctx, seen), stopped])
  if (!view) return
  await ctx.store.tx(async (tx) => {
    const domain = await lockDomain(tx, ctx, seen.id)
    if (domain.challenge !== null || domain.checkAt === null) return
    const now = ctx.now()
    const ordered = isReady(domain, view, now) ? await ctx.domainHttps.switchOn(tx, ctx, domain) : null
    const checkAt = ordered ? null : nextCheck({ createdAt: verifiedAt(domain) }, now)
    // Visitors over http are not redirected to the browser warning of a test certificate.
    const redirect = ordered?.isTrusted === false ? { httpsRedirect: false } : {}
    await tx
      .update(tx.t.domains)
      .set({ checkAt, ...redirect })
      .where(isDomain(ctx, domain.id))
    if (checkAt === null) publishDomain(tx, ctx, domain)
  })
}
