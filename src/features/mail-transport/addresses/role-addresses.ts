import { and, asc, eq, inArray, isNull } from 'drizzle-orm'
import { type Recipient, resolveRecipient } from '#features/mailboxes/addresses/resolve-recipient.ts'
import { domainOf, domainTextOf, localOf, readAddress } from '#features/mailboxes/contract/address.ts'
import { openStatuses } from '#features/mailboxes/service/present.ts'
import type { Deps } from '#server/context.ts'
import { isDeletedEmail } from '#shared/deleted-email.ts'
import { type DomainName, domainToAscii } from '#shared/names/domain-name.ts'

/** Role addresses that every mail domain must accept: RFC 5321 section 4.5.1, RFC 2142 section 4. */
const roles = ['postmaster', 'abuse'] as const
type RoleName = (typeof roles)[number]

/** A role address without a mailbox of its own; its mail is forwarded. */
export type Role = {
  kind: 'role'
  /** In normal form. */
  address: string
  /** The address of its reader. */
  target: string
  /** Its domain; null for the server's own name. */
  domain: { userId: string; domainId: string } | null
}

type Reading = Pick<Deps, 'store' | 'env' | 'origin'>

const asRole = (local: string): RoleName | null =>
  roles.find((role) => role === local.toLowerCase().split('+')[0]) ?? null

/** Host names of the portal itself, whose mail the operator reads. */
const ownHosts = ({ env, origin }: Reading): string[] =>
  [env.MAIL_HOST, new URL(origin()).hostname].flatMap((host) => (host ? [host.toLowerCase()] : []))

function isOwnHost(deps: Reading, text: string): boolean {
  const name = domainToAscii(text) ?? text.toLowerCase()
  return ownHosts(deps).some((host) => (domainToAscii(host) ?? host) === name)
}

/** Whether mail to an address is deliverable: to an account that accepts it, or to another server. */
async function isReached(deps: Reading, address: string): Promise<boolean> {
  if (readAddress(address) === null || isDeletedEmail(address)) return false
  if (isOwnHost(deps, domainTextOf(address)) && asRole(localOf(address)) !== null) return false
  const found = await resolveRecipient(deps, address)
  return found.kind === 'account' ? acceptsMail(found) : !found.isOurDomain
}

const acceptsMail = (found: Recipient): boolean =>
  found.kind === 'account' && found.row.status === 'active' && found.isServiceOpen

/** The address of the domain's oldest mailbox that accepts mail. */
async function readOldest({ store }: Reading, name: DomainName): Promise<string | null> {
  const { domains: d, emailAccounts: a, userServices: s } = store.t
  const [found] = await store.read
    .select({ email: a.email })
    .from(d)
    .innerJoin(a, and(eq(a.userId, d.userId), eq(a.domainId, d.id)))
    .innerJoin(s, and(eq(s.userId, a.userId), eq(s.id, a.serviceId)))
    .where(
      and(
        eq(d.domainName, name),
        eq(d.status, 'active'),
        eq(a.type, 'mailbox'),
        eq(a.status, 'active'),
        isNull(a.deletedAt),
        inArray(s.status, [...openStatuses]),
      ),
    )
    .orderBy(asc(a.createdAt), asc(a.id))
    .limit(1)
  return found?.email ?? null
}

/** The customer with the active domain, and their contact address. */
async function readOwner({ store }: Reading, name: DomainName) {
  const { domains: d, users } = store.t
  const [found] = await store.read
    .select({ userId: d.userId, domainId: d.id, email: users.email, verifiedEmail: users.verifiedEmail })
    .from(d)
    .innerJoin(users, eq(users.id, d.userId))
    .where(and(eq(d.domainName, name), eq(d.status, 'active'), isNull(d.challenge)))
  return found ?? null
}

async function firstReached(deps: Reading, targets: (string | null | undefined)[]): Promise<string | null> {
  for (const target of targets) if (target && (await isReached(deps, target))) return target
  return null
}

/** The operator reads mail for the server itself; unknown without an operator address. */
async function resolveOwn(deps: Reading, role: RoleName): Promise<Recipient | Role> {
  const target = await firstReached(deps, [deps.env.CONTACT_EMAIL])
  const address = `${role}@${ownHosts(deps)[0]}`
  return target === null
    ? { kind: 'unknown', isOurDomain: true }
    : { kind: 'role', address, target, domain: null }
}

/**
 * Resolves a recipient as `resolveRecipient` does, but a role address of a domain always has a reader: the account of that name,
 * else the catch-all, the domain's oldest mailbox, the customer, or the operator, whichever accepts mail first. Roles at the
 * server's own names, and `postmaster` without a domain, go to the operator.
 */
export async function resolveAddress(deps: Reading, address: string): Promise<Recipient | Role> {
  if (address.toLowerCase() === 'postmaster') return resolveOwn(deps, 'postmaster')
  const role = asRole(localOf(address))
  if (role !== null && isOwnHost(deps, domainTextOf(address))) return resolveOwn(deps, role)
  const found = await resolveRecipient(deps, address)
  const name = domainOf(address)
  if (role === null || name === null || acceptsMail(found)) return found
  const oldest = await readOldest(deps, name)
  if (oldest !== null) return resolveRecipient(deps, oldest)
  const owner = await readOwner(deps, name)
  if (owner === null) return found
  const { userId, domainId, email, verifiedEmail } = owner
  const target = await firstReached(deps, [verifiedEmail ?? email, deps.env.CONTACT_EMAIL])
  return target === null
    ? found
    : { kind: 'role', address: `${role}@${name}`, target, domain: { userId, domainId } }
}
