import { and, asc, eq, isNull, lte } from 'drizzle-orm'
import type { DomainRow } from '#features/zones/domain/own.ts'
import { publishDomain } from '#features/zones/domain/publish-domain.ts'
import { lockDomainRow } from '#features/zones/domain/raise-serial.ts'
import type { JobContext } from '#server/context.ts'
import { second } from '#shared/time.ts'
import { NotIssued, type ValidationMethod } from '../drivers/certificate-authority.ts'
import { readCertificateNames } from './certificate-names.ts'
import { findCertificate } from './own.ts'
import { planProofs } from './plan.ts'
import { findObstacle, findRejection } from './preflight.ts'
import { createProver } from './proofs.ts'
import { type Outcome, storeFailed, storeIssued } from './store-outcome.ts'

const atOnce = 10

type PlannedOrder = {
  domain: DomainRow
  names: string[]
  ways: ReadonlyMap<string, ValidationMethod>
  signal: AbortSignal
}

/** Places one order, and withdraws its proofs afterwards. @throws NotIssued */
async function order(ctx: JobContext, { domain, names, ways, signal }: PlannedOrder) {
  const { conditions, issue } = ctx.certificateAuthority
  const prover = createProver(ctx, domain, ways)
  try {
    return await issue({ names, now: ctx.now(), prover, signal })
  } finally {
    // The sweep removes any leftover.
    if (conditions)
      await prover.withdraw().catch((error) => {
        const reason = error instanceof Error ? error.name : typeof error
        ctx.log.warn('challenges not removed', { domain: domain.id, error: reason })
      })
  }
}

/** Contacts the authority, unless the order is known to fail. @throws NotIssued */
async function ask(ctx: JobContext, domain: DomainRow, signal: AbortSignal): Promise<Outcome> {
  const obstacle = await findObstacle(ctx.store, ctx, domain)
  if (obstacle !== null) throw new NotIssued(obstacle)
  const planned = await readCertificateNames(ctx.store, domain)
  const plan = await planProofs(ctx, domain, planned)
  const hopelessness = plan && findRejection(plan)
  if (hopelessness) throw new NotIssued(hopelessness)
  const ways = plan?.ways ?? new Map<string, ValidationMethod>()
  const names = plan ? [...ways.keys()] : planned.names
  return { names, wanted: planned.names, issued: await order(ctx, { domain, names, ways, signal }) }
}

const blameless = 'Nothing is wrong with your domain.'

/** Null when `signal` aborted it. */
async function attempt(ctx: JobContext, domain: DomainRow, signal: AbortSignal): Promise<Outcome | null> {
  try {
    return await ask(ctx, domain, signal)
  } catch (error) {
    if (signal.aborted) return null
    if (error instanceof NotIssued) {
      const { message, later } = error
      return { problem: later.isOutage ? `${message} ${blameless}` : message, later }
    }
    ctx.log.error('certificate not issued', {
      domain: domain.id,
      error: error instanceof Error ? error.message : typeof error,
    })
    const problem = `The certificate authority could not be reached, or failed. ${blameless}`
    return { problem, later: {} }
  }
}

/** One attempt for a domain, whose outcome is stored unless SSL was turned off or the domain removed meanwhile. */
async function issue(ctx: JobContext, seen: DomainRow, signal: AbortSignal): Promise<void> {
  const outcome = await attempt(ctx, seen, signal)
  if (!outcome) return
  await ctx.store.tx(async (tx) => {
    const domain = await lockDomainRow(tx, ctx, seen)
    const row = domain && (await findCertificate(tx, domain))
    if (!domain || !row) return
    if ('problem' in outcome) await storeFailed(tx, ctx, domain, { row, ...outcome })
    else await storeIssued(tx, ctx, domain, outcome)
    publishDomain(tx, ctx, seen)
  })
}

/** Without those of ended services: they wait until their service is restored, or are removed with it. */
async function listDue({ store: { read, t }, now }: JobContext, count: number): Promise<DomainRow[]> {
  const { domains, certificates: c, userServices: s } = t
  const ended = and(eq(s.userId, domains.userId), eq(s.id, domains.serviceId), eq(s.status, 'terminated'))
  const rows = await read
    .select({ domain: domains })
    .from(c)
    .innerJoin(domains, and(eq(domains.userId, c.userId), eq(domains.id, c.domainId)))
    .leftJoin(s, ended)
    .where(and(lte(c.dueAt, now()), isNull(s.id)))
    .orderBy(asc(c.dueAt), asc(c.domainId))
    .limit(count)
  return rows.map(({ domain }) => domain)
}

/**
 * Issues each due certificate, or stores its failure with the time of the next attempt; those that `stopping` aborted stay
 * due. A slow order does not delay others.
 */
export async function issueDue(ctx: JobContext, stopping: AbortSignal): Promise<void> {
  const running = new Map<string, Promise<void>>()
  try {
    while (!stopping.aborted) {
      const due = await listDue(ctx, atOnce)
      const free = due.filter(({ id }) => !running.has(id)).slice(0, atOnce - running.size)
      for (const domain of free) {
        const ended = issue(ctx, domain, stopping).finally(() => running.delete(domain.id))
        running.set(domain.id, ended)
      }
      if (running.size === 0) return
      await Promise.race([...running.values(), Bun.sleep(second)])
    }
  } finally {
    await Promise.allSettled(running.values())
  }
}
