import type { Driver } from '#server/driver.ts'

/** A question that got no answer, by the fault of the resolver or of the name servers of the name. */
export class Unanswered extends Error {
  constructor(readonly fault: 'resolver' | 'servers') {
    super(`no answer, for the fault of the ${fault}`)
  }
}

/** A CAA record (RFC 8659): `isCritical` when whoever does not know the tag must not issue. */
export type Caa = { isCritical: boolean; tag: string; value: string }

export type LookUp = { name: string; type: 'A' | 'AAAA' | 'CNAME' | 'MX' | 'NS' | 'SOA' | 'TXT' }
/** Why a server gave no answer; `servers` are those of the name, which it asked in vain. */
export type LookUpFault = 'silent' | 'closed' | 'refused' | 'servers' | 'unclear'
export type LookedUp = { values: string[] } | { fault: LookUpFault }

/** Through whom the DNS of the world is asked. */
export interface Resolver extends Driver {
  /** The pieces of the TXT records of a name, each at most 255 bytes; none where there are none. @throws Unanswered */
  texts(name: string): Promise<string[]>
  /** The name servers of a name in lower case, without the root dot; none where there are none. @throws Unanswered */
  nameservers(name: string): Promise<string[]>
  /** Whether the zone above points at keys of a name by DS records. @throws Unanswered */
  hasDs(name: string): Promise<boolean>
  /** The resolvers that are asked, as `address:port` or `address`. */
  servers(): string[]
  /** What one server says of a name, whichever it is. */
  lookUp(server: string, question: LookUp, timeoutMs: number): Promise<LookedUp>
  /** The addresses that a name leads to, IPv4 and IPv6; none where there are none. @throws Unanswered */
  addresses(name: string): Promise<string[]>
  /** The CAA records at a name, not those above it; none where there are none. @throws Unanswered */
  caa(name: string): Promise<Caa[]>
}
