import { and, eq } from 'drizzle-orm'
import type { Source, Store } from '#db/types.ts'

export type CertificateRow = Store['t']['certificates']['$inferSelect']

type DomainKey = { userId: string; id: string }

/** A certificate is identified by its domain. */
export const isOf = ({ certificates: c }: Pick<Store['t'], 'certificates'>, { userId, id }: DomainKey) =>
  and(eq(c.userId, userId), eq(c.domainId, id))

/** The certificate of a domain, or its order; null while SSL is off. */
export async function findCertificate(
  { read, t }: Source,
  domain: DomainKey,
): Promise<CertificateRow | null> {
  const [row] = await read.select().from(t.certificates).where(isOf(t, domain))
  return row ?? null
}

/** The seal context of a certificate's private key. */
export const keyPlace = (domainId: string): string => `certificates:private_key:${domainId}`
