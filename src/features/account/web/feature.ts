import type { WebFeature } from '#web/feature.ts'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { routes } from './routes.tsx'

/** Loads after the page content. */
const settleMs = 1_500

const loadBanner = async () => {
  await new Promise((resolve) => setTimeout(resolve, settleMs))
  return import('./deletion-banner.tsx')
}

export const account = {
  routes: { shell: routes },
  Banner: lazyPart(loadBanner, 'DeletionBanner'),
  live: { account: ['account'] },
} as const satisfies WebFeature
