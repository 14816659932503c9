import { and, eq, inArray, isNotNull, ne, or } from 'drizzle-orm'
import type { Tx } from '#db/types.ts'
import { assertNoMailName } from '#features/names/mail-names.ts'
import { isPortalDomain } from '#features/names/portal-domain.ts'
import type { CustomerContext } from '#server/context.ts'
import { DomainError, invalid } from '#shared/errors.ts'
import { type DomainName, domainToAscii, enclosingNames } from '#shared/names/domain-name.ts'
import { ownersOf, placesOf } from '../contract/name-places.ts'
import { fullName } from '../contract/record-types.ts'
import { hostOfRedirect, readRedirect, unredirectable } from '../contract/redirect.ts'
import { readAddress } from '../domain/address.ts'
import type { DomainRow } from '../domain/own.ts'

type Link = { zone: string; name: string; to: string | null }

/** The customer's active subdomains, and all that redirect, even inactive ones, which a record can reactivate. */
async function readLinks(tx: Tx, userId: string): Promise<Link[]> {
  const { domains: d, subdomains: s } = tx.t
  return tx
    .select({ zone: d.domainName, name: s.name, to: s.redirectTo })
    .from(s)
    .innerJoin(d, and(eq(d.userId, s.userId), eq(d.id, s.domainId)))
    .where(and(eq(s.userId, userId), or(eq(s.status, 'active'), isNotNull(s.redirectTo))))
}

const keyOf = ({ zone, name }: Pick<Link, 'zone' | 'name'>) => fullName(name, zone)

/** The subdomain that answers for a host, an exact name before a wildcard; the zone itself and its `www` are sites. */
function linkAt(
  host: string,
  links: ReadonlyMap<string, Link>,
  zones: ReadonlySet<string>,
): Link | undefined {
  const inside = placesOf(host).find(({ domain }) => zones.has(domain))
  if (!inside || inside.name === '@' || inside.name === 'www') return undefined
  const owner = ownersOf(inside.name).find((name) => links.has(fullName(name, inside.domain)))
  return owner === undefined ? undefined : links.get(fullName(owner, inside.domain))
}

/** Whether following the new redirect returns to it. */
function isLoop(added: Link & { to: string }, all: readonly Link[]): boolean {
  const links = new Map([...all, added].map((link) => [keyOf(link), link]))
  const zones = new Set([...all, added].map(({ zone }) => zone))
  const seen = new Set<Link>([added])
  for (let to: string | null = added.to; to !== null; ) {
    const next = linkAt(hostOfRedirect(to), links, zones)
    if (!next) return false
    if (seen.has(next)) return true
    seen.add(next)
    to = next.to
  }
  return false
}

/** Checks that the redirect does not loop. @throws INVALID */
export async function assertNoLoop(
  tx: Tx,
  { domain, name, to }: { domain: Pick<DomainRow, 'userId' | 'domainName'>; name: string; to: string },
): Promise<void> {
  const { domainName: zone, userId } = domain
  if (isLoop({ zone, name, to }, await readLinks(tx, userId)))
    throw invalid(
      'target',
      `This points back to ${fullName(name, zone)}, so visitors would be redirected in a loop.`,
    )
}

async function assertNotServed(tx: Tx, full: DomainName): Promise<void> {
  const { userServices: s } = tx.t
  const names = full.startsWith('www.') ? enclosingNames(full).slice(0, 2) : [full]
  const [own] = await tx
    .select({ domain: s.domain })
    .from(s)
    .where(and(inArray(s.domain, names), ne(s.status, 'terminated')))
  if (own)
    throw new DomainError('CONFLICT', `${full} is the domain of one of your services.`, {
      fields: { name: 'One of your services uses this name as its domain.' },
    })
}

/**
 * The address that points a name of the zone to the gateway, and the redirect target.
 * @throws INVALID, CONFLICT for a name that is a site, WRONG_STATE when the domain has no service
 */
export async function prepareRedirect(
  tx: Tx,
  ctx: CustomerContext,
  { domain, name, target }: { domain: DomainRow; name: string; target: string },
): Promise<{ address: string; to: string }> {
  const zone = domain.domainName
  const full = fullName(name, zone)
  const fault = unredirectable(name, zone)
  if (fault !== null) throw invalid('name', fault)
  const read = readRedirect(target, full)
  if ('fault' in read) throw invalid('target', read.fault)
  if (isPortalDomain(ctx, full)) throw invalid('name', 'This domain belongs to the portal itself.')
  // A service cannot have an invalid domain name, such as a wildcard.
  const own = domainToAscii(full)
  if (own !== null) {
    await assertNoMailName(tx, { field: 'name', name: own })
    await assertNotServed(tx, own)
  }
  await assertNoLoop(tx, { domain, name, to: read.value })
  const address = await readAddress(tx, tx.t, domain)
  if (address === null)
    throw new DomainError('WRONG_STATE', `${zone} belongs to no service that could answer for ${full}.`)
  return { address, to: read.value }
}
