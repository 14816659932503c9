import { and, eq } from 'drizzle-orm'
import type { Tx } from '#db/types.ts'
import type { DomainRow } from '#features/zones/domain/own.ts'

/** Certificate data of a domain; null without one. */
type Ssl = { issuer: string; expiresAt: Date } | null

/**
 * Stores whether the domain, locked by the caller, has a certificate; without one HSTS is withdrawn.
 * Returns the updated domain.
 */
export async function storeSsl(
  tx: Tx,
  { domain, ssl, now }: { domain: DomainRow; ssl: Ssl; now: Date },
): Promise<DomainRow> {
  const { domains } = tx.t
  const isWithdrawn = ssl === null && domain.hsts === 'on'
  const to = {
    hsts: isWithdrawn ? ('withdrawn' as const) : domain.hsts,
    ssl: ssl !== null,
    sslIssuer: ssl?.issuer ?? null,
    sslExpiresAt: ssl?.expiresAt ?? null,
    updatedAt: now,
  }
  await tx
    .update(domains)
    .set(to)
    .where(and(eq(domains.userId, domain.userId), eq(domains.id, domain.id)))
  return { ...domain, ...to }
}

/** The owner has decided on HTTPS of the domain, locked by the caller, so it no longer turns on automatically. */
export async function endAwaiting(tx: Tx, domain: DomainRow): Promise<DomainRow> {
  const { domains } = tx.t
  if (domain.challenge !== null || domain.checkAt === null) return domain
  const isIt = and(eq(domains.userId, domain.userId), eq(domains.id, domain.id))
  await tx.update(domains).set({ checkAt: null }).where(isIt)
  return { ...domain, checkAt: null }
}
