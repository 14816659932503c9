import type { MantineColorScheme } from '@mantine/core'
import { dehydrate, type QueryClient } from '@tanstack/react-query'
import { createMemoryHistory } from '@tanstack/react-router'
import { createTRPCClient } from '@trpc/client'
import { renderToString } from 'react-dom/server'
import type { AppRouter } from '#app/router.ts'
import { App } from './app.tsx'
import type { ClientBuild } from './client-build.ts'
import { renderDocument } from './document.tsx'
import { statusOf } from './lib/api-error.ts'
import { pageName } from './lib/lazy-page.ts'
import { type CallProcedure, callerLinks } from './lib/links.ts'
import { pageTitle, windowTitle } from './lib/page-title.ts'
import { createQueryClient } from './lib/query-client.ts'
import { createAppRouter, type PageRouter } from './router.tsx'
import type { Site } from './site.tsx'
import { type Viewer, writeViewer } from './viewer.ts'

export type RenderOptions = {
  /** Path and query of the request, `/domains?tab=dns`. */
  url: string
  viewer: Viewer | null
  /** Runs a procedure in this process, as the same caller. */
  call: CallProcedure
  site: Site
  colorScheme: MantineColorScheme
  build: ClientBuild
  /** Puts further data into the page before its loaders run, e.g. the values of a form that was refused. */
  prepare?: (cache: QueryClient) => void
}

export type RenderedPage =
  | { status: number; html: string; redirect?: undefined }
  | { status: 302; redirect: string }

function statusOfMatches(router: PageRouter): number {
  const result = router._serverResult
  if (result?.type !== 'render') return 200
  if (result.status !== 500) return result.status
  const failed = router.state.matches.find((match) => match.status === 'error')
  return statusOf(failed?.error) || 500
}

/**
 * The page of an address as complete HTML with its data in it, or where to go instead.
 * The status is 404 on an unknown path, and that of the refusal when a loader was refused.
 */
export async function renderPage(options: RenderOptions): Promise<RenderedPage> {
  const { build, site, colorScheme } = options
  const queryClient = createQueryClient()
  writeViewer(queryClient, options.viewer)
  options.prepare?.(queryClient)
  const client = createTRPCClient<AppRouter>({ links: callerLinks(options.call) })
  const history = createMemoryHistory({ initialEntries: [options.url] })
  const router = createAppRouter({ history, queryClient, client })
  await router.load()
  const outcome = router._serverResult
  if (outcome?.type === 'redirect') return { status: 302, redirect: outcome.redirect.options.href ?? '/' }
  const status = statusOfMatches(router)
  const body = renderToString(<App {...{ router, queryClient, client, site, colorScheme }} />)
  const pages = router.state.matches.flatMap(({ routeId }) => {
    const { component, notFoundComponent } = router.routesById[routeId].options
    return [pageName(component), status === 404 ? pageName(notFoundComponent) : undefined]
  })
  const title = windowTitle(pageTitle(router), site.companyName)
  const html = renderDocument({
    title,
    description: description(router),
    body,
    state: { site, queries: dehydrate(queryClient), hydratable: status === 200 || status === 404 },
    colorScheme,
    start: (status === 404 ? options.viewer === null : isPublic(router)) ? 'idle' : 'load',
    assets: build.assetsOf(pages, body),
  })
  return { status, html }
}

const isPublic = (router: PageRouter): boolean =>
  router.state.matches.some(({ staticData }) => staticData.isPublic)

function description(router: PageRouter): string | undefined {
  for (const { meta } of [...router.state.matches].reverse()) {
    for (const tag of meta ?? []) if (tag && 'name' in tag && tag.name === 'description') return tag.content
  }
  return undefined
}
