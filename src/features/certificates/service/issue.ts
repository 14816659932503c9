import { and, asc, eq, lte } from 'drizzle-orm'
import { appendAudit } from '#db/audit.ts'
import type { Tx } from '#db/types.ts'
import { tellDomain } from '#features/domains/service/change-zone.ts'
import type { DomainRow } from '#features/domains/service/own.ts'
import { storeSsl } from '#features/domains/service/ssl.ts'
import { sendMail } from '#features/mail/send-mail.ts'
import type { JobContext } from '#server/context.ts'
import { after, day, hour, minute, second } from '#shared/time.ts'
import { type IssuedCertificate, NotIssued } from '../drivers/certificate-authority.ts'
import { certificateFailing } from '../mails.ts'
import { type CertificateRow, findCertificate, isOf, keyPlace } from './own.ts'
import { findObstacle } from './preflight.ts'
import { readWish } from './wish.ts'

/** The wait after each attempt that failed; the last one from then on. */
const delaysMs = [15 * second, minute, 5 * minute, 30 * minute, 2 * hour, 6 * hour, day]
/** The owner is told of this many failures in a row. */
const failuresOfNotice = 3
const atOnce = 10

type Issued = { names: string[]; issued: IssuedCertificate }
type Outcome = Issued | { problem: string }

/** A certificate is renewed at two thirds of its life. */
function renewalOf({ notBefore, notAfter }: IssuedCertificate): Date {
  const lifeMs = notAfter.getTime() - notBefore.getTime()
  return after(notBefore, Math.floor((lifeMs * 2) / 3))
}

/** Asks the authority, unless it is known beforehand that it would be in vain. */
async function attempt(ctx: JobContext, domain: DomainRow): Promise<Outcome> {
  const obstacle = findObstacle(domain)
  if (obstacle !== null) return { problem: obstacle }
  const { names } = await readWish(ctx.store.read, ctx.store.t, domain)
  try {
    return { names, issued: await ctx.certificateAuthority.issue({ names, now: ctx.now() }) }
  } catch (error) {
    if (error instanceof NotIssued) return { problem: error.message }
    ctx.log.error('certificate not issued', {
      domain: domain.id,
      error: error instanceof Error ? error.message : typeof error,
    })
    return {
      problem:
        'The certificate authority could not be reached, or failed. Nothing is wrong with your domain.',
    }
  }
}

const entry = (ctx: JobContext, { id, userId, domainName }: DomainRow) => ({
  at: ctx.now(),
  actorId: null,
  targetType: 'domain',
  targetId: id,
  userId,
  note: domainName,
})

async function storeIssued(
  ctx: JobContext,
  tx: Tx,
  domain: DomainRow,
  { names, issued }: Issued,
): Promise<void> {
  const { issuer, serial, chain, notBefore, notAfter } = issued
  const now = ctx.now()
  const privateKey = ctx.secrets.seal(issued.privateKey, keyPlace(domain.id))
  await tx
    .update(tx.t.certificates)
    .set({
      ...{ status: 'issued', problem: null, failures: 0, dueAt: renewalOf(issued), updatedAt: now },
      ...{ names, issuer, serial, chain, privateKey, notBefore, notAfter },
    })
    .where(isOf(tx.t, domain))
  await storeSsl(tx, { domain, ssl: { issuer, expiresAt: notAfter }, now })
  await appendAudit(tx, {
    ...entry(ctx, domain),
    action: 'domain.ssl.issue',
    details: { issuer, serial, names, until: notAfter.toISOString() },
  })
}

async function notify(
  ctx: JobContext,
  tx: Tx,
  domain: DomainRow,
  failed: { problem: string; expiresAt: Date | null },
) {
  const { users } = tx.t
  const [user] = await tx.select().from(users).where(eq(users.id, domain.userId))
  const facts = { domainId: domain.id, name: domain.domainName, ...failed }
  if (user) await sendMail(tx, ctx, certificateFailing(facts), user)
  await appendAudit(tx, {
    ...entry(ctx, domain),
    action: 'domain.ssl.fail',
    details: { problem: failed.problem },
  })
}

async function storeFailed(
  ctx: JobContext,
  tx: Tx,
  domain: DomainRow,
  failed: { row: CertificateRow; problem: string },
) {
  const { row, problem } = failed
  const now = ctx.now()
  const failures = row.failures + 1
  const dueAt = after(now, delaysMs[Math.min(row.failures, delaysMs.length - 1)] ?? day)
  await tx
    .update(tx.t.certificates)
    .set({ status: 'failed', problem, failures, dueAt, updatedAt: now })
    .where(isOf(tx.t, domain))
  // One mail for a series of failures.
  if (failures === failuresOfNotice) await notify(ctx, tx, domain, { problem, expiresAt: row.notAfter })
}

/** One attempt for a domain, whose outcome is stored unless SSL was switched off or the domain removed meanwhile. */
async function issue(ctx: JobContext, seen: DomainRow): Promise<void> {
  const outcome = await attempt(ctx, seen)
  const isStored = await ctx.store.tx(async (tx) => {
    const { domains } = tx.t
    const isIt = and(eq(domains.userId, seen.userId), eq(domains.id, seen.id))
    const [domain] = await ctx.store.lock(tx.select().from(domains).where(isIt))
    const row = domain && (await findCertificate(tx, tx.t, domain))
    if (!domain || !row) return false
    if ('problem' in outcome) await storeFailed(ctx, tx, domain, { row, problem: outcome.problem })
    else await storeIssued(ctx, tx, domain, outcome)
    return true
  })
  if (isStored) tellDomain({ ...ctx, user: { id: seen.userId } }, seen)
}

/** Each certificate that is due was issued, or its failure stored with the time of the next attempt. */
export async function issueDue(ctx: JobContext, stopping: AbortSignal): Promise<void> {
  const { domains, certificates: c } = ctx.store.t
  while (!stopping.aborted) {
    const due = await ctx.store.read
      .select({ domain: domains })
      .from(c)
      .innerJoin(domains, and(eq(domains.userId, c.userId), eq(domains.id, c.domainId)))
      .where(lte(c.dueAt, ctx.now()))
      .orderBy(asc(c.dueAt), asc(c.domainId))
      .limit(atOnce)
    await Promise.all(due.map(({ domain }) => issue(ctx, domain)))
    if (due.length < atOnce) return
  }
}
