import { appendAudit } from '#db/audit/audit.ts'
import type { Tx } from '#db/types.ts'
import { storeSsl } from '#features/domains/service/ssl.ts'
import { notify } from '#features/notifications/service/notify.ts'
import type { DomainRow } from '#features/zones/domain/own.ts'
import type { JobContext } from '#server/context.ts'
import { after, day, hour, minute, second } from '#shared/time.ts'
import type { IssuedCertificate, NotIssued } from '../drivers/certificate-authority.ts'
import { certificateFailing } from '../mails.ts'
import { type CertificateRow, isOf, keyPlace } from './own.ts'

/** Delays after consecutive failures; the last one repeats. */
const delaysMs = [15 * second, minute, 5 * minute, 30 * minute, 2 * hour, 6 * hour, day]
/** An unreachable authority may be back at any time. */
const longestOutageMs = 5 * minute
/** Upper limit for a delay that an authority requests. */
const longestWaitMs = 30 * day
/** The owner is notified after this many failures in a row. */
const failuresOfNotice = 3

/** `names` are those of the certificate, `wanted` all of the domain. */
type Issued = { names: string[]; wanted: string[]; issued: IssuedCertificate }
type Failed = { problem: string; later: NotIssued['later'] }
export type Outcome = Issued | Failed

/** Renewal is due at two thirds of a certificate's lifetime. */
function renewalOf({ notBefore, notAfter }: IssuedCertificate): Date {
  const lifeMs = notAfter.getTime() - notBefore.getTime()
  return after(notBefore, Math.floor((lifeMs * 2) / 3))
}

const entry = (ctx: JobContext, { id, userId, domainName }: DomainRow) => ({
  at: ctx.now(),
  actorId: null,
  targetType: 'domain',
  targetId: id,
  userId,
  note: domainName,
})

/** Stores a certificate for the domain, which the caller has locked. */
export async function storeIssued(
  tx: Tx,
  ctx: JobContext,
  domain: DomainRow,
  { names, wanted, issued }: Issued,
): Promise<void> {
  const { issuer, serial, chain, notBefore, notAfter } = issued
  const now = ctx.now()
  const privateKey = ctx.secrets.seal(issued.privateKey, keyPlace(domain.id))
  await tx
    .update(tx.t.certificates)
    .set({
      ...{ status: 'issued', problem: null, failures: 0, dueAt: renewalOf(issued), updatedAt: now },
      ...{ names, wanted, issuer, serial, chain, privateKey, notBefore, notAfter, waitUntil: null },
      authority: ctx.certificateAuthority.id,
      askAt: ctx.certificateAuthority.advise ? now : null,
    })
    .where(isOf(tx.t, domain))
  await storeSsl(tx, { domain, ssl: { issuer, expiresAt: notAfter }, now })
  await appendAudit(tx, {
    ...entry(ctx, domain),
    action: 'domain.ssl.issue',
    details: { issuer, serial, names, until: notAfter.toISOString() },
  })
}

async function notifyOwner(
  tx: Tx,
  ctx: JobContext,
  domain: DomainRow,
  failed: { problem: string; expiresAt: Date | null },
) {
  const facts = { domainId: domain.id, name: domain.domainName, ...failed }
  const { userId } = domain
  await notify(tx, ctx, {
    ...{ userId, kind: 'certificate.failing', template: certificateFailing(facts) },
    link: `/domains?domain=${domain.id}`,
  })
  await appendAudit(tx, {
    ...entry(ctx, domain),
    action: 'domain.ssl.fail',
    details: { problem: failed.problem },
  })
}

/** The time of the next attempt after so many failures, and until when the authority must not be contacted. */
function nextOf(now: Date, failures: number, { waitMs, isOutage }: NotIssued['later']) {
  const usualMs = delaysMs[Math.min(failures, delaysMs.length - 1)] ?? day
  const delayMs = isOutage ? Math.min(usualMs, longestOutageMs) : usualMs
  if (waitMs === undefined) return { dueAt: after(now, delayMs), waitUntil: null }
  const waitUntil = after(now, Math.min(waitMs, longestWaitMs))
  return { dueAt: after(now, Math.max(delayMs, Math.min(waitMs, longestWaitMs))), waitUntil }
}

/** Stores a failure for the domain, which the caller has locked; an existing certificate stays in use. */
export async function storeFailed(
  tx: Tx,
  ctx: JobContext,
  domain: DomainRow,
  { row, problem, later }: Failed & { row: CertificateRow },
): Promise<void> {
  const now = ctx.now()
  const failures = row.failures + 1
  await tx
    .update(tx.t.certificates)
    .set({ status: 'failed', problem, failures, ...nextOf(now, row.failures, later), updatedAt: now })
    .where(isOf(tx.t, domain))
  // One mail for a series of failures.
  if (failures === failuresOfNotice) await notifyOwner(tx, ctx, domain, { problem, expiresAt: row.notAfter })
}
