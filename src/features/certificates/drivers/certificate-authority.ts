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

/** The authority does not issue; the message is a sentence for the customer. */
export class NotIssued extends Error {}

/** Who certifies the names of customers. */
export interface CertificateAuthority extends Driver {
  /**
   * A new certificate with a new key. The caller has made sure that the names are one customer's, and asks once at a time for
   * each domain. @throws NotIssued
   */
  issue(order: { names: readonly string[]; now: Date }): Promise<IssuedCertificate>
  /** Its certificate as PEM, to be installed by whoever trusts it; absent when browsers know it. */
  readRoot?(): Promise<string>
}
