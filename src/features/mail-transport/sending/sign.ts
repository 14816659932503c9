import { finished } from 'node:stream/promises'
import type { DomainName } from '#shared/names/domain-name.ts'

type Signing = { domain: DomainName; selector: string; privateKey: string; now: Date }

/** The DKIM-Signature of a message (RFC 6376) with its CRLF, to prepend. @throws Error when it cannot be signed */
export async function signMessage(
  content: Blob,
  { domain, selector, privateKey, now }: Signing,
): Promise<string> {
  // Imported lazily: the module is large, and a portal without mail does not need it.
  const { Oversigner } = await import('./oversigner.ts')
  const signer = new Oversigner({
    canonicalization: 'relaxed/relaxed',
    algorithm: 'rsa-sha256',
    signTime: now,
    signatureData: [{ signingDomain: domain, selector, privateKey }],
  })
  const ended = finished(signer)
  for await (const piece of content.stream())
    if (!signer.write(piece)) await new Promise((resolve) => signer.once('drain', resolve))
  signer.end()
  await ended
  const [failure] = signer.errors
  if (failure) throw failure.err
  return signer.signatureHeaders.map((line) => `${line}\r\n`).join('')
}
