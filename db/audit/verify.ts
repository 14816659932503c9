import { asc, eq, inArray, lt } from 'drizzle-orm'
import { after, minute } from '#shared/time.ts'
import { engineOf } from '../engine.ts'
import type { Schema } from '../schema/schema.ts'
import type { Store } from '../types.ts'
import { type ChainHead, genesis, isKeyed, keyedHash, plainHash, readHead } from './seal.ts'

type Seal = Schema['auditSeals']['$inferSelect']

/**
 * Entries are sealed within seconds: one that waits longer than this, or is that much older than the seal before its own,
 * was inserted later.
 */
export const sealAllowanceMs = 15 * minute

export type AuditVerdict =
  | { ok: true; entries: number; seals: number; head: ChainHead | null }
  | { ok: false; problem: string }

/** The key and the limits of the check. */
export type Check = {
  key: Buffer
  now: Date
  /** Seals that were recorded outside the database. */
  known?: ChainHead[]
}

/** The position of the walk along the chain. */
type Walk = {
  number: number
  hash: string
  sealedAt: Date | null
  entries: number
  seen: Map<number, string>
}

const broken = (problem: string): AuditVerdict => ({ ok: false, problem })

async function readSeal({ read, t: { auditSeals } }: Store, number: number): Promise<Seal | undefined> {
  const [seal] = await read.select().from(auditSeals).where(eq(auditSeals.number, number))
  return seal
}

const readEntries = ({ read, t: { auditLog } }: Store, ids: string[]) =>
  ids.length === 0
    ? []
    : read.select().from(auditLog).where(inArray(auditLog.id, ids)).orderBy(asc(auditLog.id))

/** The problem of one seal, or null; `walk` is then at this seal. */
async function checkSeal(store: Store, key: Buffer, seal: Seal, walk: Walk): Promise<string | null> {
  const { number } = seal
  const found = await readEntries(store, seal.rowIds)
  if (found.length !== seal.rowCount) return `seal ${number}: entries are missing`
  if (isKeyed(walk.hash) && !isKeyed(seal.hash)) return `seal ${number} has no key`
  const hash = isKeyed(seal.hash) ? keyedHash(key, seal, found) : plainHash(seal, found)
  if (seal.previousHash !== walk.hash || seal.hash !== hash)
    return `seal ${number}: an entry or the seal was changed, or the secret key is another one`
  // A clock that was set back shows in the seal itself: its entries may be that old.
  const before = Math.min(walk.sealedAt?.getTime() ?? 0, seal.sealedAt.getTime())
  const late = found.find(({ at }) => at.getTime() < before - sealAllowanceMs)
  if (late) return `seal ${number}: entry ${late.id} is older than the seal before it`
  walk.number = number
  walk.hash = seal.hash
  walk.sealedAt = seal.sealedAt
  walk.entries += found.length
  return null
}

/** Follows the chain to its end, including seals added meanwhile; returns the problem that stopped it, or null. */
async function followChain(store: Store, { key, known = [] }: Check, walk: Walk): Promise<string | null> {
  const recorded = new Set(known.map(({ number }) => number))
  for (;;) {
    const seal = await readSeal(store, walk.number + 1)
    if (!seal) {
      const head = await readHead(store)
      if ((head?.number ?? 0) <= walk.number) return null
      if (await readSeal(store, walk.number + 1)) continue
      return `seal ${walk.number + 1} is missing`
    }
    const problem = await checkSeal(store, key, seal, walk)
    if (problem !== null) return problem
    if (recorded.has(seal.number)) walk.seen.set(seal.number, seal.hash)
  }
}

const sealedIds = {
  sqlite: 'select j.value from audit_seals s, json_each(s.row_ids) j',
  postgres: 'select cast(j.value as uuid) from audit_seals s, jsonb_array_elements_text(s.row_ids) j(value)',
} as const

/** The problem of the entries that no seal covers, or null. */
async function checkUnsealed(store: Store, now: Date): Promise<string | null> {
  const { dialect, query } = engineOf(store)
  const count = async (sql: string) =>
    Number((await query(`select count(*) as rows_found ${sql}`))[0]?.rows_found)
  // PostgreSQL would scan all of `not in` for each entry once that is large; `except` takes one pass.
  const strays = await count(
    `from (select id from audit_log except select id from audit_pending except ${sealedIds[dialect]}) stray`,
  )
  if (strays > 0) return `entries neither sealed nor waiting for a seal: ${strays}`
  const lost = await count(
    'from audit_pending p where not exists (select 1 from audit_log l where l.id = p.id)',
  )
  if (lost > 0) return `missing entries that waited for their seal: ${lost}`
  const { auditLog, auditPending } = store.t
  const [old] = await store.read
    .select({ id: auditLog.id })
    .from(auditLog)
    .innerJoin(auditPending, eq(auditPending.id, auditLog.id))
    .where(lt(auditLog.at, after(now, -sealAllowanceMs)))
    .limit(1)
  if (!old) return null
  return `entry ${old.id} has waited for its seal for more than ${sealAllowanceMs / minute} minutes: it was inserted, or no portal has run since; start the portal, so that it seals its own entries`
}

/** An installation with accounts has a log: each account was audited at its creation. */
async function checkPresence({ read, t }: Store): Promise<string | null> {
  const logged = await read.select({ id: t.auditLog.id }).from(t.auditLog).limit(1)
  if (logged.length > 0) return null
  const accounts = await read.select({ id: t.users.id }).from(t.users).limit(1)
  return accounts.length > 0 ? 'the audit log is empty although there are accounts' : null
}

function checkKnown(known: ChainHead[], { number, seen }: Walk): string | null {
  const lost = known.find((head) => seen.get(head.number) !== head.hash)
  if (!lost) return null
  return lost.number > number
    ? `seal ${lost.number}, which was recorded outside the database, is missing: the chain ends at ${number}`
    : `seal ${lost.number} differs from the one recorded outside the database: ${lost.hash}`
}

/**
 * Follows the chain from its first seal, recomputes each with the key, and looks for entries that no seal covers. Only
 * heads recorded outside the database show that the newest seals were removed together with their entries.
 */
export async function verifyAudit(store: Store, check: Check): Promise<AuditVerdict> {
  const walk: Walk = { number: 0, hash: genesis, sealedAt: null, entries: 0, seen: new Map() }
  const problem =
    (await followChain(store, check, walk)) ??
    checkKnown(check.known ?? [], walk) ??
    (await checkUnsealed(store, check.now)) ??
    (await checkPresence(store))
  if (problem !== null) return broken(problem)
  if (walk.number > 0 && !isKeyed(walk.hash))
    return broken(
      'the seals are in the old format without a key: start the portal, so that it seals them with its key',
    )
  const head = walk.number > 0 ? { number: walk.number, hash: walk.hash } : null
  return { ok: true, entries: walk.entries, seals: walk.number, head }
}
