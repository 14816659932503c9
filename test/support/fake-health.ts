import { checkConnection } from '#web/lib/calls/connection.ts'

/** Replaces the server behind `fetch` in a component test: up, down, or answering with `answer`. */
export type FakeServer = {
  isThere: boolean
  /** Answers every request but the health check. */
  answer: (path: string) => Response
  asked: string[]
  /** The server is back, and the page knows it; `fetch` is the real one again. */
  restore(): Promise<void>
}

export function fakeServer(): FakeServer {
  const real = globalThis.fetch
  const server: FakeServer = {
    isThere: true,
    answer: () => new Response('{}'),
    asked: [],
    async restore() {
      server.isThere = true
      await checkConnection()
      globalThis.fetch = real
    },
  }
  const stub = async (input: RequestInfo | URL) => {
    const path = String(input)
    server.asked.push(path)
    if (!server.isThere) throw new TypeError('Failed to fetch')
    return path === '/health' ? new Response('{"ok":true}') : server.answer(path)
  }
  globalThis.fetch = Object.assign(stub, { preconnect: real.preconnect })
  return server
}
