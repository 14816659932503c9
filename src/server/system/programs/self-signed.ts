import { isIP } from 'node:net'
// Imported statically: a later import initialises its parts in the wrong order within the compiled program.
import * as x509 from '@peculiar/x509'
import { after, day, hour } from '#shared/time.ts'

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const
const validDays = 3_650
const renewDays = 60

/** A self-signed certificate of `host` and its key (PKCS #8), as PEM; valid for ten years. */
export async function signOwn(host: string, now: Date): Promise<{ certificate: string; key: string }> {
  const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    name: new x509.Name([{ CN: [{ utf8String: host.slice(0, 64) }] }]),
    notBefore: after(now, -hour),
    notAfter: after(now, validDays * day),
    keys,
    signingAlgorithm: algorithm,
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
      new x509.SubjectAlternativeNameExtension([{ type: isIP(host) > 0 ? 'ip' : 'dns', value: host }]),
    ],
  })
  const key = x509.PemConverter.encode(await crypto.subtle.exportKey('pkcs8', keys.privateKey), 'PRIVATE KEY')
  return { certificate: certificate.toString('pem'), key }
}

/** Whether a certificate (PEM) is for `host`, and stays valid for two more months. */
export function isStillGood(pem: string, host: string, now: Date): boolean {
  try {
    const certificate = new x509.X509Certificate(pem)
    const names = certificate.getExtension(x509.SubjectAlternativeNameExtension)?.names.items ?? []
    return names.some(({ value }) => value === host) && certificate.notAfter > after(now, renewDays * day)
  } catch {
    return false
  }
}
