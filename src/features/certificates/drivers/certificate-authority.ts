import type { Driver } from '#server/driver.ts'

/** A certificate for the names of an order, with its key; all texts are PEM. */
export type IssuedCertificate = {
  /** The certificate first, then the intermediates. */
  chain: string
  privateKey: string
  /** The issuer in the certificate. */
  issuer: string
  /** In hexadecimal. */
  serial: string
  notBefore: Date
  notAfter: Date
}

/** When to retry: not before `waitMs`; soon, when only the authority is at fault. */
type RetryAdvice = { waitMs?: number; isOutage?: boolean }

/** The authority does not issue; the message is a sentence for the customer. */
export class NotIssued extends Error {
  constructor(
    message: string,
    readonly later: RetryAdvice = {},
  ) {
    super(message)
  }
}

/** The validation method of a name (RFC 8555 section 8): by a web server, or by a name server. */
export type ValidationMethod = 'http-01' | 'dns-01'

/** The proof that the authority looks for at a name. `value` is the expected content. */
export type Proof = { token: string; way: ValidationMethod; name: string; value: string }

/** Proves the names of an order to an authority. */
export interface Prover {
  /** The method for a name, which may be a wildcard. */
  wayOf(name: string): ValidationMethod
  /** Resolves when all of them are visible from outside. */
  present(proofs: readonly Proof[], signal: AbortSignal): Promise<void>
}

/** `signal` aborts the order. */
export type Order = { names: readonly string[]; now: Date; prover: Prover; signal: AbortSignal }

/** The authority's requirements. */
export type Conditions = {
  host: string
  /** Whether it follows the browsers' rules, which allow public names only. */
  isPublic: boolean
  /** Its identities in CAA records; empty when unknown. */
  caaIdentities: readonly string[]
  /** The account URI for CAA records (RFC 8657); null before registration. */
  accountUrl: string | null
}

/** The renewal window of a certificate, and when to ask next, in ms; RFC 9773. */
export type RenewalAdvice = { from: Date; to: Date; nextMs: number }

/** Issues certificates for customers' names. */
export interface CertificateAuthority extends Driver {
  /** Its identity: `local`, or the directory URL. */
  readonly id: string
  /**
   * Issues a certificate with a new key. The caller has checked that all names belong to one customer, and makes one call at a
   * time for each domain. @throws NotIssued
   */
  issue(order: Order): Promise<IssuedCertificate>
  /** Its root certificate as PEM, for installation by users; absent when browsers know it. */
  readRoot?(): Promise<string>
  /** Absent without validation. @throws NotIssued when it cannot be reached */
  conditions?(signal: AbortSignal): Promise<Conditions>
  /** Renewal information for one of its certificates, given as PEM; null when it offers none. @throws NotIssued */
  advise?(certificate: string, signal: AbortSignal): Promise<RenewalAdvice | null>
}
