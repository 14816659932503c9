// Imported statically: with a dynamic import its modules run in the wrong order within the compiled program.
import * as x509 from '@peculiar/x509'
import { after, day, hour, second } from '#shared/time.ts'
import type { IssuedCertificate } from './certificate-authority.ts'

/** The certificate and the key (PKCS #8) of an authority, as PEM. */
export type Root = { certificate: string; privateKey: string }

/** The key type of sites. */
export const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const
const rootDays = 3_650
const leafDays = 90
/** Visitors' clocks may be slow. */
const slackMs = hour
/** ub-common-name of RFC 5280, in characters. */
const longestCommonName = 64

/** Validity in whole seconds, the precision of certificates. */
function validity(now: Date, days: number): { notBefore: Date; notAfter: Date } {
  const notBefore = new Date(Math.floor((now.getTime() - slackMs) / second) * second)
  return { notBefore, notAfter: after(notBefore, days * day) }
}

/** 127 random bits, never zero. */
function randomSerial(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[0] = ((bytes[0] ?? 0) & 0x7f) | 0x40
  return bytes.toHex()
}

export const generateKeys = () => crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])

/** PKCS #8 as PEM. */
export async function exportKey(key: CryptoKey): Promise<string> {
  return x509.PemConverter.encode(await crypto.subtle.exportKey('pkcs8', key), 'PRIVATE KEY')
}

async function importKey(pem: string): Promise<CryptoKey> {
  return crypto.subtle.importKey('pkcs8', x509.PemConverter.decodeFirst(pem), algorithm, false, ['sign'])
}

// Plain strings would be parsed as names, where quotes and hashes are special.
const utf8 = (text: string) => [{ utf8String: text }]

/** A new authority, which may sign host certificates but no other authority. */
export async function createRoot(
  { name, organization }: { name: string; organization: string },
  now: Date,
): Promise<Root> {
  const keys = await generateKeys()
  const subject = new x509.Name([{ O: utf8(organization) }, { CN: utf8(name.slice(0, longestCommonName)) }])
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    name: subject,
    serialNumber: randomSerial(),
    ...validity(now, rootDays),
    keys,
    signingAlgorithm: algorithm,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  })
  return { certificate: certificate.toString('pem'), privateKey: await exportKey(keys.privateKey) }
}

/** A host certificate for 90 days, signed by the authority, with a new key. */
export async function signLeaf(root: Root, names: readonly string[], now: Date): Promise<IssuedCertificate> {
  const authority = new x509.X509Certificate(root.certificate)
  const keys = await generateKeys()
  const serial = randomSerial()
  const dates = validity(now, leafDays)
  const commonName = names.find((name) => name.length <= longestCommonName)
  const certificate = await x509.X509CertificateGenerator.create({
    ...dates,
    serialNumber: serial,
    subject: new x509.Name(commonName === undefined ? [] : [{ CN: utf8(commonName) }]),
    issuer: authority.subjectName,
    publicKey: keys.publicKey,
    signingKey: await importKey(root.privateKey),
    signingAlgorithm: algorithm,
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
      new x509.SubjectAlternativeNameExtension(
        names.map((value) => ({ type: 'dns', value })),
        commonName === undefined,
      ),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
      await x509.AuthorityKeyIdentifierExtension.create(authority.publicKey),
    ],
  })
  return {
    chain: certificate.toString('pem'),
    privateKey: await exportKey(keys.privateKey),
    issuer: authority.subjectName.getField('CN')[0] ?? authority.issuer,
    serial,
    ...dates,
  }
}
