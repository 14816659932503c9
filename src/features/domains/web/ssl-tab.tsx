import { lazyPart } from '#web/ui/lazy-part.tsx'
import { useFeatures } from '#web/use-features.ts'
import type { Domain } from '../contract.ts'
import { Advanced } from './advanced.tsx'

const RedirectSection = lazyPart(() => import('./serving/https-section.tsx'), 'RedirectSection')
const HstsSetting = lazyPart(() => import('./serving/https-section.tsx'), 'HstsSetting')
const DnssecSection = lazyPart(() => import('./dnssec/dnssec-section.tsx'), 'DnssecSection')

/** Fetches the parts of the tab, so that the server draws them too. */
export const preloadSslTab = () =>
  Promise.all([RedirectSection.preload(), HstsSetting.preload(), DnssecSection.preload()])

/** The certificate of the domain and the redirect to it; what experts need beside them. */
export function SslTab({ domain }: { domain: Domain }) {
  const Certificate = useFeatures().find((feature) => feature.DomainCertificate)?.DomainCertificate
  return (
    <>
      {Certificate && <Certificate domain={domain} />}
      <RedirectSection domain={domain} />
      <Advanced about="HSTS and DNSSEC">
        <HstsSetting domain={domain} />
        <DnssecSection domain={domain} />
      </Advanced>
    </>
  )
}
