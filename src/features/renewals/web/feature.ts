import type { WebFeature } from '#web/feature.ts'
import { lazyPart } from '#web/ui/lazy-part.tsx'

// One chunk for all of them: the manifest, which every page loads, names each.
const load = () => import('./parts.tsx')

export const renewals = {
  DueNotice: lazyPart(load, 'DueNotice'),
  ServiceBilling: lazyPart(load, 'ServiceBilling'),
  DomainBilling: lazyPart(load, 'DomainBilling'),
  // A payment has its effect a moment later, and says so by an event of its own.
  live: { renewals: ['renewal', 'invoice', 'service', 'domain'] },
} as const satisfies WebFeature
