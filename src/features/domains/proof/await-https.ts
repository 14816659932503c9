import { type DomainRow, isDomain, lockDomain } from '#features/zones/domain/own.ts'
import { tellDomain } from '#features/zones/domain/tell-domain.ts'
import type { OwnerContext } from '#server/context.ts'
import { hour } from '#shared/time.ts'
import type { Pointing } from '../contract/pointing.ts'
import { lookAtPointing } from './see-pointing.ts'
import { nextCheck } from './unverified.ts'

/** For how long a name that points here waits for its `www`. */
const wwwPatienceMs = hour

type Seen = Pick<Pointing, 'isPointed' | 'records'>

const verifiedAt = ({ verifiedAt: at, createdAt }: DomainRow): Date => at ?? createdAt

/** A certificate names what can be proved when it is ordered: the name and its `www`, unless that one stays away. */
function isReady(domain: DomainRow, { isPointed, records }: Seen, now: Date): boolean {
  if (isPointed) return true
  const own = records.find(({ name, type }) => name === domain.domainName && type !== 'TXT')
  return own?.state === 'found' && now.getTime() - verifiedAt(domain).getTime() >= wwwPatienceMs
}

/**
 * HTTPS of a verified domain is switched on once its names point here, and left to its owner from then on. Until then the DNS
 * is looked at again, as often as for the proof.
 */
export async function awaitHttps(ctx: OwnerContext, seen: DomainRow, stopped: Promise<null>): Promise<void> {
  const view = await Promise.race([lookAtPointing(ctx, seen), stopped])
  if (!view) return
  await ctx.store.tx(async (tx) => {
    const domain = await lockDomain(tx, ctx, seen.id)
    if (domain.challenge !== null || domain.checkAt === null) return
    const now = ctx.now()
    const ordered = isReady(domain, view, now) ? await ctx.domainHttps.switchOn(tx, ctx, domain) : null
    const checkAt = ordered ? null : nextCheck({ createdAt: verifiedAt(domain) }, now)
    // Nobody who came over http is sent to the warning of a certificate that nobody asked for.
    const redirect = ordered?.isTrusted === false ? { httpsRedirect: false } : {}
    await tx
      .update(tx.t.domains)
      .set({ checkAt, ...redirect })
      .where(isDomain(ctx, domain.id))
    if (checkAt === null) tellDomain(tx, ctx, domain)
  })
}
