/** A proxy to the portal that counts the open streams of changes. */
export type CountingProxy = {
  url: string
  openStreams(): number
  /** The number of streams opened so far. */
  allStreams(): number
  stop(): Promise<void>
}

/** Counts a stream from its first byte until its reader leaves or it ends. */
function counted(body: ReadableStream<Uint8Array>, closed: () => void): ReadableStream<Uint8Array> {
  const reader = body.getReader()
  let isOpen = true
  const end = () => {
    if (isOpen) closed()
    isOpen = false
  }
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await reader.read().catch(() => ({ done: true, value: undefined }))
      if (!done && value) return controller.enqueue(value)
      end()
      controller.close()
    },
    async cancel() {
      end()
      await reader.cancel()
    },
  })
}

/** Listens on a free port of loopback and forwards everything to the portal. */
export function startCountingProxy(target: string): CountingProxy {
  let open = 0
  let all = 0
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    idleTimeout: 0,
    async fetch(request) {
      const { pathname, search } = new URL(request.url)
      const { method, headers } = request
      const body = method === 'GET' ? null : await request.bytes()
      const answer = await fetch(target + pathname + search, {
        method,
        headers,
        body,
        redirect: 'manual',
        decompress: false,
      })
      if (pathname !== '/api/events' || !answer.ok || !answer.body) return answer
      open += 1
      all += 1
      const closed = () => {
        open -= 1
      }
      return new Response(counted(answer.body, closed), answer)
    },
  })
  return {
    url: server.url.origin,
    openStreams: () => open,
    allStreams: () => all,
    stop: () => server.stop(true),
  }
}
