import type { WebFeature } from '#web/feature.ts'
import { pageName } from '#web/lib/lazy-page.ts'
import { features } from './features.ts'

const all: readonly WebFeature[] = features

/** The tools of the header are there, so that they are drawn with it; their names, by which the build knows their chunks. */
export async function loadTools(): Promise<(string | undefined)[]> {
  const tools = all.flatMap((feature) => feature.tools ?? [])
  return Promise.all(
    tools.map(async ({ Tool }) => {
      await Tool.preload?.()
      return pageName(Tool)
    }),
  )
}
