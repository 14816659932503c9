import { and, eq, isNotNull, sql } from 'drizzle-orm'
import { prepareOnce } from '#db/store.ts'
import type { Store } from '#db/types.ts'
import type { Deps } from '#server/context.ts'
import type { DomainName } from '#shared/names/domain-name.ts'
import { domainOf, localOf, readAddress } from '../contract/address.ts'
import { isOpen } from '../service/present.ts'
import type { AccountRow } from '../service/rows.ts'

/** The recipient of mail to an address. */
export type Recipient =
  /** Whether a customer has its domain. */
  | { kind: 'unknown'; isOurDomain: boolean }
  | {
      kind: 'account'
      row: AccountRow
      /** The text after a `+` in the local part. */
      tag: string | null
      /** Whether its service accepts mail. */
      isServiceOpen: boolean
    }

type Reading = Pick<Deps, 'store'>

const accountOfAddress = ({ read, t: { emailAccounts: a, userServices: s } }: Store) =>
  read
    .select({ row: a, status: s.status })
    .from(a)
    .innerJoin(s, and(eq(s.userId, a.userId), eq(s.id, a.serviceId)))
    .where(and(eq(a.email, sql.placeholder('email')), isNotNull(a.domainId)))
    .prepare('account_of_address')

async function readByAddress({ store }: Reading, email: string) {
  const [found] = await prepareOnce(store, accountOfAddress).execute({ email })
  return found
}

type AddressMatch = NonNullable<Awaited<ReturnType<typeof readByAddress>>>

/** The address of the domain's catch-all mailbox. */
async function readCatchAll({ store }: Reading, name: DomainName): Promise<string | null> {
  const { domains: d, emailDomains: m, emailAccounts: a } = store.t
  const [found] = await store.read
    .select({ email: a.email })
    .from(d)
    .innerJoin(m, and(eq(m.userId, d.userId), eq(m.domainId, d.id)))
    .innerJoin(a, and(eq(a.userId, m.userId), eq(a.id, m.catchAllId)))
    .where(and(eq(d.domainName, name), eq(d.status, 'active')))
  return found?.email ?? null
}

/** Whether a customer has the domain and it is active. */
async function isOurs({ store }: Reading, name: DomainName): Promise<boolean> {
  const { domains: d } = store.t
  return (await store.read.$count(d, and(eq(d.domainName, name), eq(d.status, 'active')))) > 0
}

const present = ({ row, status }: AddressMatch, tag: string | null): Recipient =>
  row.deletedAt === null
    ? { kind: 'account', row, tag, isServiceOpen: isOpen(status) }
    : { kind: 'unknown', isOurDomain: true }

/**
 * The account that receives mail for an address: the exact match, then the match without `+tag`, then the domain's catch-all. A
 * deleted account receives nothing, and the catch-all does not replace it; example domains never match.
 */
export async function resolveRecipient(deps: Reading, address: string): Promise<Recipient> {
  const email = readAddress(address)
  const name = email === null ? null : domainOf(email)
  if (email === null || name === null) return { kind: 'unknown', isOurDomain: false }
  const exact = await readByAddress(deps, email)
  if (exact) return present(exact, null)
  const [base = '', ...tags] = localOf(email).split('+')
  const isTagged = tags.length > 0 && base !== ''
  const tagged = isTagged ? await readByAddress(deps, `${base}@${name}`) : undefined
  if (tagged) return present(tagged, tags.join('+'))
  const other = await readCatchAll(deps, name)
  const found = other === null ? undefined : await readByAddress(deps, other)
  return found ? present(found, null) : { kind: 'unknown', isOurDomain: await isOurs(deps, name) }
}
