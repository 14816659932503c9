import { hydrate } from '@tanstack/react-query'
import { createBrowserHistory } from '@tanstack/react-router'
import { createTRPCClient } from '@trpc/client'
import { useEffect } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import type { AppRouter } from '#app/router.ts'
import { App, type AppProps } from '#web/app.tsx'
import { readState } from '#web/document-state.ts'
import { followSystemScheme, readScheme } from '#web/lib/color-scheme.ts'
import { doubtConnection } from '#web/lib/connection.ts'
import { listenForKeys } from '#web/lib/keys.ts'
import { guardLeaving } from '#web/lib/leaving.ts'
import { guardLinks } from '#web/lib/link-guard.ts'
import { browserLinks } from '#web/lib/links.ts'
import { followNavigation } from '#web/lib/navigation.ts'
import { guardNavigation } from '#web/lib/navigation-guard.ts'
import { createQueryClient, readAgainWhenBack } from '#web/lib/query-client.ts'
import { readViewer } from '#web/viewer.ts'
import { loadAdditions, loadFeatures } from './load-additions.ts'
import { createAppRouter } from './router.tsx'

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
  const client = createTRPCClient<AppRouter>({ links: browserLinks() })
  const viewer = readViewer(queryClient)
  const features = await loadFeatures(viewer)
  const router = createAppRouter({ features, history: createBrowserHistory(), queryClient, client })
  // Tells the router that the page is already rendered: it then renders without a boundary of its own and loads nothing
  // twice.
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
