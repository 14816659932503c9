import { and, asc, eq, lte } from 'drizzle-orm'
import type { Tx } from '#db/types.ts'
import type { DomainRow } from '#features/zones/domain/own.ts'
import { publishDomain } from '#features/zones/domain/publish-domain.ts'
import { lockDomainRow, raiseSerial } from '#features/zones/domain/raise-serial.ts'
import type { JobContext } from '#server/context.ts'
import { after, minute } from '#shared/time.ts'
import type { Proof, Prover, ValidationMethod } from '../drivers/certificate-authority.ts'
import { awaitProofs } from './await-proofs.ts'

type DomainKey = Pick<DomainRow, 'id' | 'userId'>

/** Longer than any order takes. */
const leftBehindMs = 10 * minute
const atOnce = 100

const isOf = ({ acmeChallenges: c }: Tx['t'], { id, userId }: DomainKey) =>
  and(eq(c.userId, userId), eq(c.domainId, id))

/** Removes all challenges of a domain, also from its zone. */
async function removeAll(tx: Tx, domain: DomainRow, now: Date): Promise<Proof[]> {
  const removed = await tx.delete(tx.t.acmeChallenges).where(isOf(tx.t, domain)).returning()
  if (removed.some(({ kind }) => kind === 'dns-01')) await raiseSerial(tx, domain, now)
  return removed.map(({ token, kind, name, value }) => ({ token, way: kind, name, value }))
}

/** Withdraws the proofs of a domain on all nodes. */
async function withdraw(ctx: JobContext, place: DomainKey): Promise<void> {
  await ctx.store.tx(async (tx) => {
    const domain = await lockDomainRow(tx, ctx, place)
    const proofs = domain ? await removeAll(tx, domain, ctx.now()) : []
    if (!domain || proofs.length === 0) return
    const tokens = proofs.filter(({ way }) => way === 'http-01').map(({ token }) => token)
    tx.afterCommit(() => {
      for (const token of tokens) ctx.challenges.remove(token)
    })
    publishDomain(tx, ctx, domain)
  })
}

/** Removes the proofs of unfinished orders. */
export async function sweepProofs(ctx: JobContext): Promise<void> {
  const { acmeChallenges: c } = ctx.store.t
  const left = await ctx.store.read
    .select({ id: c.domainId, userId: c.userId })
    .from(c)
    .where(lte(c.expiresAt, ctx.now()))
    .orderBy(asc(c.expiresAt), asc(c.domainId))
    .limit(atOnce)
  const places = new Map(left.map((place) => [place.id, place]))
  for (const place of places.values()) await withdraw(ctx, place)
}

/** Stores the proofs; returns false when the domain has been removed. */
async function store(ctx: JobContext, place: DomainKey, proofs: readonly Proof[]): Promise<boolean> {
  return ctx.store.tx(async (tx) => {
    const domain = await lockDomainRow(tx, ctx, place)
    if (!domain) return false
    const now = ctx.now()
    await tx.delete(tx.t.acmeChallenges).where(isOf(tx.t, domain))
    const rows = proofs.map(({ token, way, name, value }) => ({ token, kind: way, name, value }))
    const whose = { userId: domain.userId, domainId: domain.id, expiresAt: after(now, leftBehindMs) }
    await tx.insert(tx.t.acmeChallenges).values(rows.map((row) => ({ ...row, ...whose })))
    if (proofs.some(({ way }) => way === 'dns-01')) await raiseSerial(tx, domain, now)
    publishDomain(tx, ctx, domain)
    return true
  })
}

/**
 * Proves the names of a domain by these methods. The proofs are in the store, where the gateways and name servers of all nodes
 * find them; `withdraw` removes them, including those of an earlier process.
 */
export function createProver(
  ctx: JobContext,
  place: DomainKey,
  ways: ReadonlyMap<string, ValidationMethod>,
): Prover & { withdraw(): Promise<void> } {
  let held: readonly Proof[] = []
  return {
    wayOf: (name) => ways.get(name) ?? 'http-01',
    async present(proofs, signal) {
      if (!(await store(ctx, place, proofs))) return
      held = proofs
      for (const { token, way, value } of proofs) if (way === 'http-01') ctx.challenges.put(token, value)
      await awaitProofs(ctx, proofs, signal)
    },
    async withdraw() {
      for (const { token, way } of held) if (way === 'http-01') ctx.challenges.remove(token)
      await withdraw(ctx, place)
    },
  }
}
