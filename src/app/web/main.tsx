import { hydrate } from '@tanstack/react-query'
import { createBrowserHistory } from '@tanstack/react-router'
import { createTRPCClient } from '@trpc/client'
import { useEffect } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import type { AppRouter } from '#app/router.ts'
import { App, type AppProps } from '#web/app.tsx'
import { readState } from '#web/document-state.ts'
import { actingBase } from '#web/lib/calls/acting.ts'
import { doubtConnection } from '#web/lib/calls/connection.ts'
import { browserLinks } from '#web/lib/calls/links.ts'
import { createQueryClient, readAgainWhenBack } from '#web/lib/calls/query-client.ts'
import { answerRefusalBy } from '#web/lib/calls/watched-fetch.ts'
import { followSystemScheme, readScheme } from '#web/lib/color-scheme.ts'
import { listenForKeys } from '#web/lib/keys.ts'
import { guardLeaving } from '#web/lib/navigation/leaving.ts'
import { guardLinks } from '#web/lib/navigation/link-guard.ts'
import { followNavigation } from '#web/lib/navigation/navigation.ts'
import { guardNavigation } from '#web/lib/navigation/navigation-guard.ts'
import { readViewer } from '#web/viewer.ts'
import { asSeenBy } from './as-seen-by.ts'
import { loadAdditions, loadFeatures } from './load-additions.ts'
import { createAppRouter } from './router.tsx'

const loadQuestion = () => import('#features/auth/web/sudo/ask-identity.tsx')

/** The application, which marks the document once its shell listens; React hydrates the page inside it right after. */
function LiveApp(props: AppProps) {
  useEffect(() => {
    document.documentElement.dataset.ready = ''
  }, [])
  return <App {...props} />
}

async function start(): Promise<void> {
  const root = document.getElementById('root')
  if (!root) return
  guardLeaving()
  listenForKeys()
  const state = readState(document)
  const queryClient = createQueryClient()
  hydrate(queryClient, state.queries)
  answerRefusalBy(async (answer, again) => (await loadQuestion()).answerRefusal(answer, again))
  const client = createTRPCClient<AppRouter>({ links: browserLinks(state.site.heavyQueries) })
  const viewer = readViewer(queryClient)
  const all = await loadFeatures(viewer)
  const features = asSeenBy(all, viewer)
  const history = createBrowserHistory()
  const router = createAppRouter({ features, history, queryClient, client, basepath: actingBase() })
  // Tells the router that the page is already rendered, so that it renders without its own boundary and does not load twice.
  router.ssr = { manifest: undefined }
  await Promise.all([router.load(), loadAdditions(viewer)])
  const { site } = state
  const colorScheme = readScheme(document.cookie)
  const app = <LiveApp {...{ router, features, queryClient, client, site, colorScheme }} />
  if (state.hydratable) hydrateRoot(root, app)
  else createRoot(root).render(app)
  guardNavigation(router)
  guardLinks()
  followSystemScheme()
  window.addEventListener('offline', doubtConnection)
  readAgainWhenBack(queryClient)
  followNavigation(router, { queryClient, companyName: site.companyName })
}

// Not awaited: the chunks it loads import this module, and would wait for it in turn.
void start()
