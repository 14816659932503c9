import { and, eq, inArray } from 'drizzle-orm'
import { getDomain } from 'tldts'
import type { Source } from '#db/types.ts'
import { challengeName } from '#features/names/contract/challenge-name.ts'
import type { DomainRow } from '#features/zones/domain/own.ts'
import type { Deps } from '#server/context.ts'
import { isPublicAddress } from '#shared/address.ts'
import type { Answer } from '#shared/schema.ts'
import { testAuthority } from '#shared/test-authority.ts'
import type { domainOutput } from '../contract/contract.ts'
import { readStatus } from '../contract/status.ts'

type Output = Answer<typeof domainOutput>
type Certificate = {
  id: string
  status: 'pending' | 'issued' | 'failed'
  authority: string | null
  notAfter: Date | null
  problem: string | null
}

/** A record name relative to the registered domain, as its registrar lists it. */
export function hostOf(name: string): string {
  const registered = getDomain(name, { allowPrivateDomains: true }) ?? name
  return name === registered ? '@' : name.slice(0, -registered.length - 1)
}

/** Whether HTTPS turns on automatically: for a verified name, while the task that checks the DNS runs. */
export const awaitsHttps = ({ challenge, checkAt }: DomainRow): boolean =>
  challenge !== null || checkAt !== null

type CertificateState = Omit<Output['certificate'], 'isServed'>

function describeCertificate(row: DomainRow, found: Certificate | undefined): CertificateState {
  if (!found) {
    const state = awaitsHttps(row) ? 'awaited' : 'off'
    return { state, isTrusted: false, until: null, problem: null }
  }
  const { status, authority, notAfter, problem } = found
  return { state: status, isTrusted: row.ssl && authority !== testAuthority, until: notAfter, problem }
}

/** A domain in both spellings: `name, expires` and `domainName, expiryDate`. */
const present = (row: DomainRow, address: string, certificate: Output['certificate']): Output => ({
  id: row.id,
  name: row.domainName,
  domainName: row.domainName,
  status: readStatus(row.status),
  ssl: row.ssl,
  www: row.www,
  httpsRedirect: row.httpsRedirect,
  hsts: row.hsts === 'on',
  autoRenew: row.autoRenew,
  privacy: row.privacy,
  transferLock: row.transferLock,
  registrar: row.registrar,
  nameservers: row.nameservers,
  serial: row.zoneSerial,
  expires: row.expiryDate,
  expiryDate: row.expiryDate,
  serviceId: row.serviceId,
  challenge:
    row.challenge === null
      ? null
      : { name: challengeName(row.domainName), type: 'TXT', value: row.challenge },
  verifiedAt: row.challenge === null ? (row.verifiedAt ?? row.createdAt) : null,
  problem: row.problem,
  address: isPublicAddress(address) ? address : null,
  host: hostOf(row.domainName),
  certificate,
  createdAt: row.createdAt,
})

type PresentContext = { source: Source; ctx: Pick<Deps, 'env' | 'gateway'> }

/** Whether the gateway, if it runs here, has an HTTPS port. */
const servesHttps = ({ gateway }: Pick<Deps, 'gateway'>): boolean =>
  gateway.state !== 'running' || gateway.tlsUrl !== null

/** The service addresses of one customer's domains. */
async function readAddresses({ read, t }: Source, userId: string): Promise<Map<string, string>> {
  const { userServices: s } = t
  const rows = await read.select({ id: s.id, address: s.serverIp }).from(s).where(eq(s.userId, userId))
  return new Map(rows.flatMap(({ id, address }) => (address === null ? [] : [[id, address]])))
}

async function readCertificates({ read, t }: Source, userId: string, ids: string[]) {
  const { certificates: c } = t
  const { domainId: id, status, authority, notAfter, problem } = c
  const rows: Certificate[] = await read
    .select({ id, status, authority, notAfter, problem })
    .from(c)
    .where(and(eq(c.userId, userId), inArray(c.domainId, ids)))
  return new Map(rows.map((row) => [row.id, row]))
}

/** Presents the domains of one customer. */
export async function presentDomains({ source, ctx }: PresentContext, rows: DomainRow[]): Promise<Output[]> {
  const [first] = rows
  if (!first) return []
  const certificates = await readCertificates(
    source,
    first.userId,
    rows.map(({ id }) => id),
  )
  const addresses = await readAddresses(source, first.userId)
  const isServed = servesHttps(ctx)
  return rows.map((row) =>
    present(row, addresses.get(row.serviceId ?? '') ?? ctx.env.SERVER_IP, {
      isServed,
      ...describeCertificate(row, certificates.get(row.id)),
    }),
  )
}

/** Presents one domain. */
export async function presentDomain(where: PresentContext, row: DomainRow): Promise<Output> {
  const [output] = await presentDomains(where, [row])
  if (!output) throw new Error('the domain was not presented')
  return output
}
