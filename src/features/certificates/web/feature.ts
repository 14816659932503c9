import type { WebFeature } from '#web/feature.ts'
import { lazyPart } from '#web/ui/lazy-part.tsx'

export const certificates = {
  DomainCertificate: lazyPart(() => import('./domain-certificate.tsx'), 'DomainCertificate'),
  live: { certificates: ['domain'] },
} as const satisfies WebFeature
