import type { WebFeature } from '#web/feature.ts'
import { lazyPart } from '#web/ui/lazy-part.tsx'

export const payments = {
  PayPanel: lazyPart(() => import('./pay-panel.tsx'), 'PayPanel'),
  live: { payments: ['payment'] },
} as const satisfies WebFeature
