import { and, eq, sql } from 'drizzle-orm'
import type { Source, Store, Tx } from '#db/types.ts'
import type { Deps } from '#server/context.ts'
import { describeDs, describeKey } from './drivers/dnssec/describe.ts'
import { type KeyRole, makeZoneKeys, type ZoneKeys } from './drivers/dnssec/keys.ts'

type DomainKey = { userId: string; id: string }
export type KeyRow = Store['t']['dnssecKeys']['$inferSelect']

const roles: readonly KeyRole[] = ['ksk', 'zsk']

/** The seal context of a private key, which binds it to its row. */
const sealedAt = ({ userId, id }: DomainKey, role: KeyRole) =>
  `dnssec_keys:private_key:${userId}:${id}:${role}`

const ofDomain = ({ dnssecKeys: k }: Pick<Store['t'], 'dnssecKeys'>, { userId, id }: DomainKey) =>
  and(eq(k.userId, userId), eq(k.domainId, id))

/**
 * Ensures that a domain, which the caller has locked, has keys: existing ones, to which its parent may still point, or new ones.
 */
export async function ensureKeys(
  tx: Tx,
  { secrets, now }: Pick<Deps, 'secrets' | 'now'>,
  domain: DomainKey,
): Promise<void> {
  const { dnssecKeys } = tx.t
  if ((await tx.$count(dnssecKeys, ofDomain(tx.t, domain))) > 0) return
  const keys = makeZoneKeys()
  await tx.insert(dnssecKeys).values(
    roles.map((role) => ({
      userId: domain.userId,
      domainId: domain.id,
      role,
      publicKey: keys[role].publicKey,
      privateKey: secrets.seal(keys[role].privateKey, sealedAt(domain, role)),
      createdAt: now(),
    })),
  )
}

/** The DNSKEY and DS data of the zone's keys. */
export async function describeKeys(
  read: Pick<Tx, 'select'>,
  t: Store['t'],
  { domainName, ...place }: DomainKey & { domainName: string },
) {
  const { dnssecKeys } = t
  const rows = await read
    .select({ role: dnssecKeys.role, publicKey: dnssecKeys.publicKey })
    .from(dnssecKeys)
    .where(ofDomain(t, place))
    .orderBy(dnssecKeys.role)
  return {
    ds: rows.filter(({ role }) => role === 'ksk').map((row) => describeDs(domainName, row)),
    dnskey: rows.map((row) => describeKey(domainName, row.role, row)),
  }
}

/** Sealed keys of neighbouring domains, by domain: `places` are in the order of the owner and the id. */
export async function readSealedKeys(
  { read, t: { dnssecKeys: k } }: Source,
  places: readonly DomainKey[],
): Promise<Map<string, KeyRow[]>> {
  const [first, last] = [places[0], places.at(-1)]
  if (!first || !last) return new Map()
  const place = ({ userId, id }: DomainKey) =>
    sql`(${sql.param(userId, k.userId)}, ${sql.param(id, k.domainId)})`
  const rows = await read
    .select()
    .from(k)
    .where(
      and(
        sql`(${k.userId}, ${k.domainId}) >= ${place(first)}`,
        sql`(${k.userId}, ${k.domainId}) <= ${place(last)}`,
      ),
    )
  return Map.groupBy(rows, ({ domainId }) => domainId)
}

/** The keys of one domain. @throws Error as a sentence when one is missing or cannot be decrypted */
export function openKeys(secrets: Deps['secrets'], rows: readonly KeyRow[]): ZoneKeys {
  const open = (role: KeyRole) => {
    const row = rows.find((each) => each.role === role)
    if (!row) throw new Error(`its ${role.toUpperCase()} is missing`)
    const { userId, domainId, publicKey, privateKey } = row
    try {
      return { publicKey, privateKey: secrets.open(privateKey, sealedAt({ userId, id: domainId }, role)) }
    } catch {
      throw new Error(`its ${role.toUpperCase()} cannot be decrypted with this portal’s key`)
    }
  }
  return { ksk: open('ksk'), zsk: open('zsk') }
}
