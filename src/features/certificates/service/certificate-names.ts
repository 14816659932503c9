import type { Source } from '#db/types.ts'
import type { DomainRow } from '#features/zones/domain/own.ts'
import { type Hostnames, listHostnames } from '#features/zones/service/hostnames.ts'

/** The limit of common public authorities. */
export const mostNames = 100

/** The names that the domain's certificate should cover now, and those that it cannot. */
export type CertificateNames = Pick<Hostnames, 'elsewhere' | 'address'> & { names: string[]; leftOut: number }

/** Computes the names for a domain's certificate. */
export async function readCertificateNames(
  { read, t }: Source,
  domain: DomainRow,
): Promise<CertificateNames> {
  const { here, ...rest } = await listHostnames(read, t, domain)
  const names = here.slice(0, mostNames)
  return { names, leftOut: here.length - names.length, ...rest }
}
