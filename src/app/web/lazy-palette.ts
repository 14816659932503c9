import type { WebFeature } from '#web/feature.ts'
import { prefetchPart } from '#web/lib/navigation/load-part.ts'
import { lazyPart } from '#web/ui/lazy-part.tsx'

const load = () => import('./palette.tsx')

/** The palette, fetched just before it opens. */
export const palette = {
  palette: { Palette: lazyPart(load, 'ApplicationPalette'), prefetch: () => prefetchPart(load) },
} as const satisfies WebFeature
