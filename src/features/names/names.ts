import { and, eq, inArray, isNull, ne } from 'drizzle-orm'
import type { Source, Tx } from '#db/types.ts'
import type { ServiceStatus } from '#features/services/contract/contract.ts'
import { DomainError } from '#shared/errors.ts'
import { type DomainName, enclosingNames, nameBelow } from '#shared/names/domain-name.ts'

/** A name and the customer who claims it. */
export type NameClaim = { name: DomainName; userId: string }

/**
 * Locks the name on all nodes until this transaction ends, so that no other transaction assigns it: call before all other locks
 * and before checking who has the name.
 */
export async function lockName(tx: Tx, name: DomainName): Promise<void> {
  const { domainNames } = tx.t
  await tx
    .insert(domainNames)
    .values({ name })
    .onConflictDoUpdate({ target: domainNames.name, set: { name } })
}

/** The owner of the closest verified domain at or above a name. */
async function findOwner({ read, t }: Source, name: DomainName): Promise<string | undefined> {
  const { domains } = t
  const verified = await read
    .select({ name: domains.domainName, userId: domains.userId })
    .from(domains)
    .where(and(inArray(domains.domainName, enclosingNames(name)), isNull(domains.challenge)))
  const [closest] = verified.toSorted((one, other) => other.name.length - one.name.length)
  return closest?.userId
}

/** Whether the name is, or is part of, a verified domain of the customer. */
export const isInsideOwn = async (tx: Tx, { name, userId }: NameClaim): Promise<boolean> =>
  (await findOwner(tx, name)) === userId

/**
 * Whether the name is, or is part of, another customer's verified domain. The longest of several counts: a subdomain's owner owns
 * that part.
 */
export async function isInsideOthers(source: Source, { name, userId }: NameClaim): Promise<boolean> {
  const owner = await findOwner(source, name)
  return owner !== undefined && owner !== userId
}

/** A name and those below it that the zone of a new domain points to the gateway, in locking order. */
export const servedNames = (name: DomainName): DomainName[] =>
  [name, nameBelow('www', name), nameBelow('api', name)].sort()

/** The same, locked. */
export async function lockServedNames(tx: Tx, name: DomainName): Promise<DomainName[]> {
  const names = servedNames(name)
  for (const each of names) await lockName(tx, each)
  return names
}

export type NamedService = { id: string; userId: string; name: DomainName; status: ServiceStatus }

/** The services of other customers that have one of these names, even if only ordered. */
export async function findOthersServices(
  { read, t }: Source,
  { names, userId }: { names: readonly DomainName[]; userId: string },
): Promise<NamedService[]> {
  if (names.length === 0) return []
  const { userServices: s } = t
  const others = and(inArray(s.domain, [...names]), ne(s.status, 'terminated'), ne(s.userId, userId))
  const rows = await read
    .select({ id: s.id, userId: s.userId, name: s.domain, status: s.status })
    .from(s)
    .where(others)
  return rows.flatMap(({ name, ...row }) => (name === null ? [] : [{ ...row, name }]))
}

/** Checks that no service, or none of the customer's, has one of the names as its domain. @throws CONFLICT */
export async function assertNoSite(
  tx: Tx,
  { names, userId }: { names: readonly DomainName[]; userId?: string },
): Promise<void> {
  const { userServices: s } = tx.t
  const isTheirs = userId === undefined ? undefined : eq(s.userId, userId)
  const [used] = await tx
    .select({ name: s.domain })
    .from(s)
    .where(and(inArray(s.domain, [...names]), ne(s.status, 'terminated'), isTheirs))
    .limit(1)
  if (used)
    throw new DomainError(
      'CONFLICT',
      `${used.name} is the domain of a service, but mail programs will need it. Give that service another domain first.`,
    )
}

/** Records that the name is no longer a domain, and its former owner. */
export async function releaseName(tx: Tx, { name, userId: formerUserId }: NameClaim): Promise<void> {
  const { domainNames } = tx.t
  await tx
    .insert(domainNames)
    .values({ name, formerUserId })
    .onConflictDoUpdate({ target: domainNames.name, set: { formerUserId } })
}

/** Whether the name, or a parent of it, was last the domain of another customer. */
export async function wasOfOthers(tx: Tx, { name, userId }: NameClaim): Promise<boolean> {
  const { domainNames } = tx.t
  const others = and(inArray(domainNames.name, enclosingNames(name)), ne(domainNames.formerUserId, userId))
  return (await tx.$count(domainNames, others)) > 0
}
