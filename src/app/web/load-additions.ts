import type { AsyncRouteComponent } from '@tanstack/react-router'
import type { WebFeature } from '#web/feature.ts'
import { lazyDesk, pageName } from '#web/lib/navigation/lazy-page.ts'
import type { Viewer } from '#web/viewer.ts'
import { PrivatePage, ViewBanner } from '#web/viewing/view-parts.ts'
import { features } from './features.ts'

const all: readonly WebFeature[] = features

const tools = all.flatMap((feature) => feature.tools ?? []).map(({ Tool }) => Tool)
const panels = all.flatMap(({ LandingPanel }) => LandingPanel ?? [])

const forAdministrators = 'allFeatures'
const loadAllFeatures = lazyDesk(() => import('./all-features.ts'), 'allFeatures')

/** The features for a viewer in the browser; those for administrators are a separate chunk. */
export async function loadFeatures(viewer: Viewer | null): Promise<readonly WebFeature[]> {
  return viewer?.isAdmin ? await loadAllFeatures() : features
}

/**
 * Loads the features' additions to the pages of a signed-in user, the tools of the header, or to those of a visitor, so that the
 * first render has them; returns the names of their chunks in the build.
 */
export async function loadAdditions(viewer: Viewer | null): Promise<(string | undefined)[]> {
  const additions: readonly AsyncRouteComponent<never>[] = viewer ? tools : panels
  const parts = viewer?.viewing ? [ViewBanner, PrivatePage] : []
  await Promise.all([...additions, ...parts].map((addition) => addition.preload?.()))
  return [...additions.map(pageName), ...(viewer?.isAdmin ? [forAdministrators] : [])]
}
