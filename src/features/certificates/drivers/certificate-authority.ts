import type { Driver } from '#server/driver.ts'

/** A certificate for the names of an order, with its key; all texts are PEM. */
export type IssuedCertificate = {
  /** The certificate itself first, then those between it and the one that clients know. */
  chain: string
  privateKey: string
  /** The name of who signed it, as the certificate says it. */
  issuer: string
  /** Hexadecimal. */
  serial: string
  notBefore: Date
  notAfter: Date
}

/** When the next attempt makes sense: not before `waitMs`; soon, when the authority alone is to blame. */
type Later = { waitMs?: number; isOutage?: boolean }

/** The authority does not issue; the message is a sentence for the customer. */
export class NotIssued extends Error {
  constructor(
    message: string,
    readonly later: Later = {},
  ) {
    super(message)
  }
}

/** How an authority can be shown whose a name is (RFC 8555 section 8): by a web server, or by a name server. */
export type Way = 'http-01' | 'dns-01'

/** What the authority will look for at a name. `value` is what is to be found there. */
export type Proof = { token: string; way: Way; name: string; value: string }

/** Shows an authority whose the names of an order are. */
export interface Prover {
  /** How a name, maybe a wildcard, is to be proved. */
  wayOf(name: string): Way
  /** All of them are to be seen from outside when it resolves. */
  present(proofs: readonly Proof[], signal: AbortSignal): Promise<void>
}

/** `signal` ends the order; what was under way is given up. */
export type Order = { names: readonly string[]; now: Date; prover: Prover; signal: AbortSignal }

/** What an authority asks for before it issues. */
export type Conditions = {
  host: string
  /** Whether it follows the rules of browsers, for names of the public internet alone. */
  isPublic: boolean
  /** How CAA records name it; empty when it does not say. */
  caaIdentities: readonly string[]
  /** The account by which CAA records may name us (RFC 8657); null before there is one. */
  accountUrl: string | null
}

/** When a certificate is to be renewed, and when to ask next, in ms; RFC 9773. */
export type RenewalAdvice = { from: Date; to: Date; nextMs: number }

/** Who certifies the names of customers. */
export interface CertificateAuthority extends Driver {
  /** What tells it from others: `local`, or the address of its directory. */
  readonly id: string
  /**
   * A new certificate with a new key. The caller has made sure that the names are one customer's, and asks once at a time for
   * each domain. @throws NotIssued
   */
  issue(order: Order): Promise<IssuedCertificate>
  /** Its certificate as PEM, to be installed by whoever trusts it; absent when browsers know it. */
  readRoot?(): Promise<string>
  /** Absent when it wants no proof. @throws NotIssued when it cannot be reached */
  conditions?(signal: AbortSignal): Promise<Conditions>
  /** What it says of one of its certificates, as PEM; null when it gives no such advice. @throws NotIssued */
  advise?(certificate: string, signal: AbortSignal): Promise<RenewalAdvice | null>
}
