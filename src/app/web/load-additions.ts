import type { AsyncRouteComponent } from '@tanstack/react-router'
import type { WebFeature } from '#web/feature.ts'
import { pageName } from '#web/lib/lazy-page.ts'
import { features } from './features.ts'

const all: readonly WebFeature[] = features

const tools = all.flatMap((feature) => feature.tools ?? []).map(({ Tool }) => Tool)
const panels = all.flatMap(({ LandingPanel }) => LandingPanel ?? [])

/**
 * Loads what features add to the pages of a signed-in user, the tools of the header, or to those of a visitor, so that it is
 * drawn with them; returns the names by which the build knows the chunks.
 */
export async function loadAdditions(isSignedIn: boolean): Promise<(string | undefined)[]> {
  const additions: readonly AsyncRouteComponent<never>[] = isSignedIn ? tools : panels
  await Promise.all(additions.map((addition) => addition.preload?.()))
  return additions.map(pageName)
}
