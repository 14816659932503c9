import { dehydrate } from '@tanstack/react-query'
import { createMemoryHistory } from '@tanstack/react-router'
import { createTRPCClient } from '@trpc/client'
import { renderToString } from 'react-dom/server'
import type { AppRouter } from '#app/router.ts'
import { App } from '#web/app.tsx'
import { renderDocument } from '#web/document.tsx'
import { actingBaseOf } from '#web/lib/calls/acting.ts'
import { statusOf } from '#web/lib/calls/api-error.ts'
import { callerLinks } from '#web/lib/calls/links.ts'
import { createQueryClient } from '#web/lib/calls/query-client.ts'
import { pageName } from '#web/lib/navigation/lazy-page.ts'
import { pageTitle, windowTitle } from '#web/lib/navigation/page-title.ts'
import type { RenderPage } from '#web/rendering.ts'
import { notingParts } from '#web/ui/lazy-part.tsx'
import { writeViewer } from '#web/viewer.ts'
import { allFeatures } from './all-features.ts'
import { asSeenBy } from './as-seen-by.ts'
import { features as everybodysFeatures } from './features.ts'
import { loadAdditions } from './load-additions.ts'
import { createAppRouter, type PageRouter } from './router.tsx'
import { outcomeOfLoad } from './router-internals.ts'

type Outcome = { status: number; failure?: unknown }

/** The status of a loaded page; `failure` is an error other than a refused call, which is our fault. */
function outcomeOf(router: PageRouter): Outcome {
  const result = outcomeOfLoad(router)
  if (result?.type !== 'render') return { status: 200 }
  if (result.status !== 500) return { status: result.status }
  const failed = router.state.matches.find((match) => match.status === 'error')
  const status = statusOf(failed?.error)
  return status ? { status } : { status: 500, failure: failed?.error ?? new Error('no match has an error') }
}

/**
 * The page of an address as complete HTML with its data, or a redirect. The status is 404 on an unknown path, and that of the
 * refusal when a loader was refused.
 */
export const renderPage: RenderPage = async (options) => {
  const { build, site, colorScheme, viewer } = options
  const queryClient = createQueryClient()
  writeViewer(queryClient, viewer)
  options.prepare?.(queryClient)
  const client = createTRPCClient<AppRouter>({ links: callerLinks(options.call) })
  const history = createMemoryHistory({ initialEntries: [options.url] })
  // Visitors are asked to sign in for admin pages too.
  const all = viewer && !viewer.isAdmin ? everybodysFeatures : allFeatures
  const features = asSeenBy(all, viewer)
  const basepath = actingBaseOf(options.url)
  const router = createAppRouter({ features, history, queryClient, client, basepath })
  const [additions] = await Promise.all([loadAdditions(viewer), router.load()])
  const outcome = outcomeOfLoad(router)
  if (outcome?.type === 'redirect') return { status: 302, redirect: outcome.redirect.options.href ?? '/' }
  const { status, failure } = outcomeOf(router)
  const [body, parts] = notingParts(() =>
    renderToString(<App {...{ router, features, queryClient, client, site, colorScheme }} />),
  )
  const shown = router.state.matches.map(({ routeId }) => router.routesById[routeId].options)
  const pages = shown.map(({ component }) => pageName(component))
  if (status === 404) pages.push(shown.map((route) => pageName(route.notFoundComponent)).findLast(Boolean))
  const title = windowTitle(pageTitle(router), site.companyName)
  // In a view some calls are refused, here and again in the browser, which then re-renders the page.
  const hydratable = (status === 200 || status === 404) && !viewer?.viewing
  const html = renderDocument({
    title,
    description: description(router),
    body,
    state: { site, queries: dehydrate(queryClient), hydratable },
    colorScheme,
    start: (status === 404 ? viewer === null : isPublic(router)) ? 'idle' : 'load',
    assets: build.assetsOf([...pages, ...additions, ...parts], body),
  })
  return { status, html, failure }
}

const isPublic = (router: PageRouter): boolean =>
  router.state.matches.some(({ staticData }) => staticData.isPublic)

function description(router: PageRouter): string | undefined {
  for (const { meta } of [...router.state.matches].reverse()) {
    for (const tag of meta ?? []) if (tag && 'name' in tag && tag.name === 'description') return tag.content
  }
  return undefined
}
