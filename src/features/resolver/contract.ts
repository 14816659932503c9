import type { Driver } from '#server/driver.ts'

/** A query without an answer, because the resolver or the name's servers failed. */
export class Unanswered extends Error {
  constructor(readonly fault: 'resolver' | 'servers') {
    super(`no answer, because the ${fault} failed`)
  }
}

/** A CAA record (RFC 8659): `isCritical` forbids issuing to authorities that do not know the tag. */
export type Caa = { isCritical: boolean; tag: string; value: string }

export type DnsLookup = { name: string; type: 'A' | 'AAAA' | 'CNAME' | 'MX' | 'NS' | 'SOA' | 'TXT' }
/** Why a server gave no answer; `servers`: the name's own servers failed it. */
export type DnsLookupFault = 'silent' | 'closed' | 'refused' | 'servers' | 'unclear'
export type DnsLookupResult = { values: string[] } | { fault: DnsLookupFault }

/** Queries the public DNS. */
export interface Resolver extends Driver {
  /** The strings of a name's TXT records, each at most 255 bytes; empty when there are none. @throws Unanswered */
  texts(name: string): Promise<string[]>
  /** The name servers of a name in lower case, without the root dot; empty when there are none. @throws Unanswered */
  nameservers(name: string): Promise<string[]>
  /** Whether the parent zone has DS records for a name. @throws Unanswered */
  hasDs(name: string): Promise<boolean>
  /** The resolvers in use, as `address:port` or `address`. */
  servers(): string[]
  /** Queries one server of any kind. */
  lookUp(server: string, question: DnsLookup, timeoutMs: number): Promise<DnsLookupResult>
  /** The addresses of a name, IPv4 and IPv6; empty when there are none. @throws Unanswered */
  addresses(name: string): Promise<string[]>
  /** The CAA records at a name, not those above it; empty when there are none. @throws Unanswered */
  caa(name: string): Promise<Caa[]>
}
