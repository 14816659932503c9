import type { SecureContext } from 'node:tls'
import { createIssuedCertificates } from '#features/hosting/gateway/tls/issued-certificates.ts'
import type { Deps } from '#server/context.ts'
import { signOwn } from '#server/system/programs/self-signed.ts'

/** What a mail server shows to those who ask for TLS. */
export interface MailCertificates {
  /** For whoever asks for no name, or one without a certificate: most servers that send mail trust any. */
  own: { certificate: string; key: string }
  find(servername: string): SecureContext | null
  close(): Promise<void>
}

/** The certificates of customers' domains are followed, and one signed by its own key is made for `name`. */
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
