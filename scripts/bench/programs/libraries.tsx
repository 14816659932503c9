import { hydrate } from '@tanstack/react-query'
import { createBrowserHistory } from '@tanstack/react-router'
import { createTRPCClient, httpBatchLink, httpLink, splitLink } from '@trpc/client'
import { useEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'
import type { AppRouter } from '#app/router.ts'
import { readState } from '#web/document-state.ts'
import { createLeastCache, createLeastRouter, LeastApp } from './libraries-app.tsx'

// Runs in the browser; `support/libraries.tsx` serves it.

const url = '/api/trpc'
const client = createTRPCClient<AppRouter>({
  links: [
    splitLink({
      condition: ({ type }) => type === 'mutation',
      true: httpLink({ url }),
      false: httpBatchLink({ url }),
    }),
  ],
})
const queryClient = createLeastCache()
const router = createLeastRouter({ client, queryClient }, createBrowserHistory())

function LiveLeastApp() {
  useEffect(() => {
    document.documentElement.dataset.ready = ''
  }, [])
  return <LeastApp {...{ router, client, queryClient }} />
}

async function start(root: HTMLElement): Promise<void> {
  hydrate(queryClient, readState(document).queries)
  router.ssr = { manifest: undefined }
  await router.load()
  hydrateRoot(root, <LiveLeastApp />)
}

const root = document.getElementById('root')
if (root) void start(root)
