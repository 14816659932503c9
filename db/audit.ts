import { asc, desc, eq, inArray } from 'drizzle-orm'
import { canonicalJson } from './canonical.ts'
import type { Schema, Store, Tx } from './store.ts'

type Entry = Schema['auditLog']['$inferSelect']

const sealPage = 500
const genesis = '0'.repeat(64)

export type NewAuditEntry = {
  at: Date
  /** NULL for a visitor or the program itself. */
  actorId: string | null
  actorEmail?: string | undefined
  action: string
  targetType: string
  targetId: string | null
  /** The customer it concerns. */
  userId?: string | null | undefined
  note?: string | null | undefined
  details?: Record<string, unknown> | undefined
  address?: string | null | undefined
  requestId?: string | null | undefined
}

/** Writes an audit entry within the transaction of the change; a seal covers it later. Returns its id. */
export async function appendAudit(tx: Tx, { actorEmail, ...entry }: NewAuditEntry): Promise<string> {
  const id = Bun.randomUUIDv7()
  await tx.insert(tx.t.auditLog).values({ ...entry, id, actor: actorEmail ?? null })
  await tx.insert(tx.t.auditPending).values({ id })
  return id
}

/** Who calls, as a request's context knows it. */
type Caller = {
  now: () => Date
  user: { id: string; email: string } | null
  client: { address: string }
  requestId: string
}

/** Writes what the caller did, now and from where, within the transaction of the change; a visitor has no id. Returns the entry's id. */
export const auditCaller = (
  tx: Tx,
  { now, user, client, requestId }: Caller,
  deed: Omit<NewAuditEntry, 'at' | 'actorId' | 'actorEmail' | 'address' | 'requestId'>,
): Promise<string> =>
  appendAudit(tx, {
    ...deed,
    at: now(),
    actorId: user?.id ?? null,
    actorEmail: user?.email,
    address: client.address,
    requestId,
  })

function sealHash(number: number, previousHash: string, entries: Entry[]): string {
  const hasher = new Bun.CryptoHasher('sha256')
  hasher.update(`${number}\n${previousHash}\n`)
  for (const entry of entries) hasher.update(`${canonicalJson(entry)}\n`)
  return hasher.digest('hex')
}

/**
 * Chains up to 500 entries into the next seal; answers how many, 0 when none waited.
 * To be called under a lease: two sealers at once would compete for the same number, and one would be refused.
 */
export async function sealAudit(store: Store, now: Date): Promise<number> {
  return store.tx(async (tx) => {
    const { auditLog, auditPending, auditSeals } = tx.t
    const pending = await tx.select().from(auditPending).orderBy(asc(auditPending.id)).limit(sealPage)
    if (pending.length === 0) return 0
    const ids = pending.map(({ id }) => id)
    const entries = await tx
      .select()
      .from(auditLog)
      .where(inArray(auditLog.id, ids))
      .orderBy(asc(auditLog.id))
    const [last] = await tx.select().from(auditSeals).orderBy(desc(auditSeals.number)).limit(1)
    const number = (last?.number ?? 0) + 1
    const previousHash = last?.hash ?? genesis
    await tx.insert(auditSeals).values({
      number,
      previousHash,
      rowIds: entries.map(({ id }) => id),
      rowCount: entries.length,
      hash: sealHash(number, previousHash, entries),
      sealedAt: now,
    })
    await tx.delete(auditPending).where(inArray(auditPending.id, ids))
    return entries.length
  })
}

export type AuditVerdict = { ok: true; entries: number; seals: number } | { ok: false; problem: string }

/** Recomputes the chain from its first seal. What it cannot see: a change of an entry that is not sealed yet. */
export async function verifyAudit(store: Store): Promise<AuditVerdict> {
  const { auditLog, auditPending, auditSeals } = store.t
  let previousHash = genesis
  let number = 0
  let sealed = 0
  for (;;) {
    const [seal] = await store.read
      .select()
      .from(auditSeals)
      .where(eq(auditSeals.number, number + 1))
    if (!seal) break
    number += 1
    const found = await store.read
      .select()
      .from(auditLog)
      .where(inArray(auditLog.id, seal.rowIds))
      .orderBy(asc(auditLog.id))
    if (found.length !== seal.rowCount) return { ok: false, problem: `seal ${number}: entries are missing` }
    if (seal.previousHash !== previousHash || seal.hash !== sealHash(number, previousHash, found)) {
      return { ok: false, problem: `seal ${number}: an entry or the seal was changed` }
    }
    previousHash = seal.hash
    sealed += found.length
  }
  const [seals, entries, pending] = await store.read
    .select({
      seals: store.read.$count(auditSeals),
      entries: store.read.$count(auditLog),
      pending: store.read.$count(auditPending),
    })
    .from(auditSeals)
    .limit(1)
    .then(([row]) => [row?.seals ?? 0, row?.entries ?? 0, row?.pending ?? 0])
  if (seals !== number) return { ok: false, problem: `seal ${number + 1} is missing` }
  if (seals > 0 && entries !== sealed + (pending ?? 0)) {
    return { ok: false, problem: 'there are entries that no seal covers and none waits for' }
  }
  return { ok: true, entries: sealed, seals: number }
}
