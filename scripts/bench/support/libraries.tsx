import { resolve } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { dehydrate } from '@tanstack/react-query'
import { createMemoryHistory } from '@tanstack/react-router'
import { createTRPCClient } from '@trpc/client'
import { renderToString } from 'react-dom/server'
import type { AppRouter } from '#app/router.ts'
import { renderDocument } from '#web/document.tsx'
import { bundleAlone } from '../../build/bundle.ts'
import { createLeastCache, createLeastRouter, fillLeastCache, LeastApp } from '../programs/libraries-app.tsx'

async function render(entry: string): Promise<string> {
  const queryClient = createLeastCache()
  const client = createTRPCClient<AppRouter>({ links: [] })
  fillLeastCache({ client, queryClient })
  const history = createMemoryHistory({ initialEntries: ['/'] })
  const router = createLeastRouter({ client, queryClient }, history)
  await router.load()
  return renderDocument({
    title: 'Libraries alone',
    body: renderToString(<LeastApp {...{ router, client, queryClient }} />),
    state: { site: { companyName: '' }, queries: dehydrate(queryClient), hydratable: true },
    colorScheme: 'light',
    start: 'load',
    assets: { entry, chunks: [], css: '', liveWorker: '', fonts: [], inlineCss: '' },
  })
}

const compressed = (data: string | Uint8Array, type: string) => {
  const body = brotliCompressSync(data)
  return {
    body,
    answer: () => new Response(body, { headers: { 'content-type': type, 'content-encoding': 'br' } }),
  }
}

/**
 * The lower bound for the portal's pages: its libraries with one route and a line of text, bundled, rendered, started and
 * served like its pages.
 */
export async function serveLibraries(outdir: string) {
  const root = resolve(import.meta.dir, '../../..')
  const options = { root, outdir, minify: true }
  const entry = await bundleAlone(options, 'libraries', 'scripts/bench/programs/libraries.tsx')
  const script = compressed(await Bun.file(outdir + entry).bytes(), 'text/javascript')
  const page = compressed(await render(entry), 'text/html; charset=utf-8')
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: ({ url }) => (new URL(url).pathname === entry ? script.answer() : page.answer()),
  })
  return { url: server.url.href, scriptBytes: script.body.length, stop: () => server.stop(true) }
}
