import type { WebFeature } from '#web/feature.ts'
import { lazyPart } from '#web/ui/lazy-part.tsx'

// One chunk for all parts: the manifest, which every page loads, names each chunk.
const load = () => import('./parts.tsx')

export const renewals = {
  DueNotice: lazyPart(load, 'DueNotice'),
  ServiceBilling: lazyPart(load, 'ServiceBilling'),
  DomainBilling: lazyPart(load, 'DomainBilling'),
  // A payment takes effect a moment later, and publishes its own event.
  live: { renewals: ['renewal', 'invoice', 'service', 'domain'] },
} as const satisfies WebFeature
