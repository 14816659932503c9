import { isIP } from 'node:net'
import type { Resolver } from '#features/resolver/contract.ts'
import { isPublicAddress, plainAddress } from '#shared/address.ts'
import { second } from '#shared/time.ts'
import { Refusal } from './transport.ts'

/** A mail server: its host name and its address. */
export type MailServer = { host: string; address: string }

const timeoutMs = 5 * second
const maxHosts = 5
const noMail = '.'

type Asking = Pick<Resolver, 'servers' | 'lookUp' | 'addresses'>

/** The hosts of a domain's MX records, the preferred ones first; empty without such records. */
async function queryMx(resolver: Asking, domain: string): Promise<string[]> {
  for (const server of resolver.servers()) {
    const answer = await resolver.lookUp(server, { name: domain, type: 'MX' }, timeoutMs)
    if (!('values' in answer)) continue
    const records = answer.values.map((value) => {
      const [priority = '', host = ''] = value.split(' ')
      return { priority: Number(priority), host }
    })
    return records.toSorted((one, other) => one.priority - other.priority).map(({ host }) => host)
  }
  throw new Refusal(false, '4.4.3', `DNS did not return the mail servers of ${domain}.`)
}

/** Whether an address is public: an outside mail server cannot have a private one (RFC 6890). */
export function isPublic(address: string): boolean {
  return isIP(plainAddress(address)) > 0 && isPublicAddress(address)
}

/**
 * The mail servers of a domain in the order of delivery attempts (RFC 5321, 5.1): those of its MX records, else the domain's own
 * addresses.
 * @throws Refusal permanently when the domain accepts no mail (RFC 7505) or has no public address
 */
export async function findMailServers(
  resolver: Asking,
  domain: string,
  mayVisit: (address: string) => boolean,
): Promise<MailServer[]> {
  const hosts = await queryMx(resolver, domain)
  if (hosts.includes(noMail)) throw new Refusal(true, '5.1.10', `${domain} does not accept mail.`)
  const asked = (hosts.length > 0 ? hosts : [domain]).slice(0, maxHosts)
  const found: MailServer[] = []
  let isUnknown = false
  for (const host of asked) {
    const addresses = await resolver.addresses(host).catch(() => null)
    if (addresses === null) isUnknown = true
    else found.push(...addresses.map((address) => ({ host, address })))
  }
  if (found.length === 0 && !isUnknown) throw new Refusal(true, '5.1.2', `${domain} has no mail server.`)
  const open = found.filter(({ address }) => mayVisit(address))
  if (open.length === 0 && found.length > 0)
    throw new Refusal(true, '5.4.4', `The mail server of ${domain} has no public address.`)
  if (open.length === 0)
    throw new Refusal(false, '4.4.3', `DNS did not return the mail server addresses of ${domain}.`)
  return open
}
