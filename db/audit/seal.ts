import { asc, desc, eq, inArray } from 'drizzle-orm'
import { canonicalJson } from '../rows/canonical.ts'
import type { Schema } from '../schema/schema.ts'
import type { Source, Store, Tx } from '../types.ts'

type AuditEntry = Schema['auditLog']['$inferSelect']
type Seal = Schema['auditSeals']['$inferSelect']

/** The maximum number of entries in one seal. */
export const sealPage = 500
/** The predecessor of the first seal. */
export const genesis = '0'.repeat(64)

/** The newest seal of the chain: a copy outside the database can prove later that no earlier entry was changed. */
export type ChainHead = { number: number; hash: string }

const keyedPrefix = 'hmac-sha256:'

/** Whether a seal has the installation's key; seals in the old format are plain SHA-256. */
export const isKeyed = (hash: string): boolean => hash.startsWith(keyedPrefix)

const addEntries = (hasher: Bun.CryptoHasher, entries: AuditEntry[]): string => {
  for (const entry of entries) hasher.update(`${canonicalJson(entry)}\n`)
  return hasher.digest('hex')
}

type Sealed = Pick<Seal, 'number' | 'previousHash' | 'rowIds' | 'sealedAt'>

/** The hash of a seal: an HMAC over its place in the chain, its time and every field of its entries. */
export function keyedHash(key: Buffer, seal: Sealed, entries: AuditEntry[]): string {
  const { number, previousHash, rowIds, sealedAt } = seal
  const hasher = new Bun.CryptoHasher('sha256', key)
  hasher.update(`${number}\n${previousHash}\n${sealedAt.toISOString()}\n${JSON.stringify(rowIds)}\n`)
  return keyedPrefix + addEntries(hasher, entries)
}

/** The hash of a seal in the old format, which needs no key. */
export function plainHash({ number, previousHash }: Sealed, entries: AuditEntry[]): string {
  const hasher = new Bun.CryptoHasher('sha256')
  hasher.update(`${number}\n${previousHash}\n`)
  return addEntries(hasher, entries)
}

/** The newest seal; null before the first. */
export async function readHead({ read, t }: Source): Promise<ChainHead | null> {
  const { number, hash } = t.auditSeals
  const [last] = await read.select({ number, hash }).from(t.auditSeals).orderBy(desc(number)).limit(1)
  return last ?? null
}

/** Whether a seal recorded earlier is still in the chain, unchanged. */
export async function hasSeal({ read, t }: Store, known: ChainHead): Promise<boolean> {
  const { number, hash } = t.auditSeals
  const [seal] = await read.select({ hash }).from(t.auditSeals).where(eq(number, known.number))
  return seal?.hash === known.hash
}

async function readWaiting(tx: Tx): Promise<AuditEntry[]> {
  const { auditLog, auditPending } = tx.t
  const pending = await tx.select().from(auditPending).orderBy(asc(auditPending.id)).limit(sealPage)
  if (pending.length === 0) return []
  const ids = pending.map(({ id }) => id)
  return tx.select().from(auditLog).where(inArray(auditLog.id, ids)).orderBy(asc(auditLog.id))
}

/**
 * Chains up to 500 entries into the next seal, made with `key`; returns their number, 0 when none waited. A chain whose last
 * seal is in the old format immediately gets one in the new format, so that the key covers all earlier ones. Must be called
 * under a lease: two concurrent sealers would compete for the same number, and one would be refused.
 */
export async function sealAudit(store: Store, { now, key }: { now: Date; key: Buffer }): Promise<number> {
  return store.tx(async (tx) => {
    const { auditPending, auditSeals } = tx.t
    const entries = await readWaiting(tx)
    const last = await readHead(tx)
    if (entries.length === 0 && (last === null || isKeyed(last.hash))) return 0
    const rowIds = entries.map(({ id }) => id)
    const seal = {
      number: (last?.number ?? 0) + 1,
      previousHash: last?.hash ?? genesis,
      rowIds,
      sealedAt: now,
    }
    await tx
      .insert(auditSeals)
      .values({ ...seal, rowCount: rowIds.length, hash: keyedHash(key, seal, entries) })
    if (rowIds.length > 0) await tx.delete(auditPending).where(inArray(auditPending.id, rowIds))
    return rowIds.length
  })
}
