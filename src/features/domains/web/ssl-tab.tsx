import { useFeatures } from '#web/use-features.ts'
import type { Domain } from '../contract/contract.ts'

/** HTTPS and DNSSEC of the domain, shown by the certificates feature. */
export function SslTab({ domain }: { domain: Domain }) {
  const Certificate = useFeatures().find((feature) => feature.DomainCertificate)?.DomainCertificate
  return Certificate && <Certificate domain={domain} />
}
