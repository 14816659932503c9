import { lazyPart } from '#web/ui/lazy-part.tsx'
import { useFeatures } from '#web/use-features.ts'
import type { Domain } from '../contract.ts'

const HttpsSection = lazyPart(() => import('./serving/https-section.tsx'), 'HttpsSection')
const DnssecSection = lazyPart(() => import('./dnssec/dnssec-section.tsx'), 'DnssecSection')

/** The certificate of the domain, and whether its DNS answers are signed. */
export function SslTab({ domain }: { domain: Domain }) {
  const Certificate = useFeatures().find((feature) => feature.DomainCertificate)?.DomainCertificate
  return (
    <>
      {Certificate && <Certificate domain={domain} />}
      <HttpsSection domain={domain} />
      <DnssecSection domain={domain} />
    </>
  )
}
