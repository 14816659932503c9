import { and, eq } from 'drizzle-orm'
import type { Source, Store } from '#db/types.ts'

export type CertificateRow = Store['t']['certificates']['$inferSelect']

type Place = { userId: string; id: string }

/** The certificate of a domain is named by the domain. */
export const isOf = ({ certificates: c }: Pick<Store['t'], 'certificates'>, { userId, id }: Place) =>
  and(eq(c.userId, userId), eq(c.domainId, id))

/** The certificate of a domain, or its order; null while SSL is off. */
export async function findCertificate({ read, t }: Source, domain: Place): Promise<CertificateRow | null> {
  const [row] = await read.select().from(t.certificates).where(isOf(t, domain))
  return row ?? null
}

/** Where the private key of a domain's certificate is sealed. */
export const keyPlace = (domainId: string): string => `certificates:private_key:${domainId}`
