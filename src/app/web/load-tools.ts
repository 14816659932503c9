import type { WebFeature } from '#web/feature.ts'
import { pageName } from '#web/lib/lazy-page.ts'
import { features } from './features.ts'

const all: readonly WebFeature[] = features

/** Loads the tools of the header, so that they are drawn with it; returns their names, by which the build knows their chunks. */
export async function loadTools(): Promise<(string | undefined)[]> {
  const tools = all.flatMap((feature) => feature.tools ?? [])
  return Promise.all(
    tools.map(async ({ Tool }) => {
      await Tool.preload?.()
      return pageName(Tool)
    }),
  )
}
