import type { SecureContext } from 'node:tls'
import { createIssuedCertificates } from '#features/hosting/gateway/tls/issued-certificates.ts'
import type { Deps } from '#server/context.ts'
import { signOwn } from '#server/system/programs/self-signed.ts'

/** The certificates that a mail server presents. */
export interface MailCertificates {
  /** For clients without SNI, or with a name without a certificate: most sending servers trust any. */
  own: { certificate: string; key: string }
  find(servername: string): SecureContext | null
  close(): Promise<void>
}

/** Follows the certificates of customers' domains, and creates a self-signed one for `name`. */
export async function followMailCertificates(
  deps: Pick<Deps, 'siteCertificates' | 'now'>,
  name: string,
): Promise<MailCertificates> {
  const issued = createIssuedCertificates()
  const followed = deps.siteCertificates.follow((news) => issued.take(news))
  return {
    own: await signOwn(name, deps.now()),
    find: (servername) => issued.find(servername)?.context ?? null,
    close: () => followed.close(),
  }
}
