import * as x509 from '@peculiar/x509'
import { type IssuedCertificate, NotIssued } from '../certificate-authority.ts'
import { algorithm, exportKey, generateKeys } from '../sign.ts'

/** A certificate signing request (RFC 2986) in base64url, and its new key as PEM. */
export async function createSigningRequest(
  names: readonly string[],
): Promise<{ request: string; privateKey: string }> {
  const keys = await generateKeys()
  const request = await x509.Pkcs10CertificateRequestGenerator.create({
    keys,
    signingAlgorithm: algorithm,
    extensions: [
      new x509.SubjectAlternativeNameExtension(names.map((value) => ({ type: 'dns' as const, value }))),
    ],
  })
  return {
    request: Buffer.from(request.rawData).toString('base64url'),
    privateKey: await exportKey(keys.privateKey),
  }
}

/** The issuer: organisation and common name, such as “Let's Encrypt, E7”. */
function issuerOf({ issuerName, issuer }: x509.X509Certificate): string {
  const parts = ['O', 'CN'].flatMap((field) => issuerName.getField(field))
  return parts.length > 0 ? parts.join(', ') : issuer
}

/** Parses the chain that an authority returned. @throws NotIssued when invalid */
export function readChain(chain: string, privateKey: string): IssuedCertificate {
  try {
    const [first] = x509.PemConverter.decode(chain)
    if (!first) throw new TypeError('no certificate')
    const leaf = new x509.X509Certificate(first)
    const { serialNumber: serial, notBefore, notAfter } = leaf
    return { chain, privateKey, issuer: issuerOf(leaf), serial, notBefore, notAfter }
  } catch {
    throw new NotIssued('The certificate authority returned no valid certificate.')
  }
}

/** The certificate id for renewal information: RFC 9773 section 4.1. Null without an authority key identifier. */
export function renewalIdOf(chain: string): string | null {
  const [first] = x509.PemConverter.decode(chain)
  if (!first) return null
  const leaf = new x509.X509Certificate(first)
  const keyId = leaf.getExtension(x509.AuthorityKeyIdentifierExtension)?.keyId
  if (keyId === undefined) return null
  // As in DER, where a set first bit would be the sign.
  const serial = /^[89a-f]/i.test(leaf.serialNumber) ? `00${leaf.serialNumber}` : leaf.serialNumber
  const encode = (hex: string) => Buffer.from(hex, 'hex').toString('base64url')
  return `${encode(keyId)}.${encode(serial)}`
}
