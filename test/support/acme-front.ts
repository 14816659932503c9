import type { Pebble } from './pebble.ts'

type Directory = Record<string, unknown> & { meta: Record<string, unknown> }

/** A front for Pebble that may answer in its place: Pebble itself has no rate limits and no renewal information. */
export type AcmeFront = {
  directoryUrl: string
  /** The requested paths. */
  asked: string[]
  /** The number of requests that Pebble has not answered yet. */
  underWay: number
  /** Directory fields on top of Pebble's. */
  directory: { renewalInfo?: string; caaIdentities?: string[] }
  /** Answers a path in place of Pebble; a handler that returns null lets it through. Null removes the handler. */
  answer: ((path: string) => Response | null | Promise<Response | null>) | null
  /** Pebble has answered a path; the client gets the answer when the promise resolves. */
  answered: ((path: string, said: string) => Promise<void>) | null
  stop(): Promise<void>
}

/** An error as in RFC 8555 section 6.7. */
export const refusal = (type: string, detail: string, { status = 403, retryAfter = '' } = {}): Response =>
  new Response(JSON.stringify({ type: `urn:ietf:params:acme:error:${type}`, detail, status }), {
    status,
    headers: {
      'content-type': 'application/problem+json',
      ...(retryAfter === '' ? {} : { 'retry-after': retryAfter }),
    },
  })

export function openFront(pebble: Pebble): AcmeFront {
  const { cert, key } = pebble.ca
  const pass = (request: Request, path: string) =>
    fetch(`https://localhost:${pebble.port}${path}`, {
      method: request.method,
      headers: request.headers,
      body: request.body,
      tls: { ca: cert },
    })
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    tls: { cert, key },
    async fetch(request) {
      const { pathname } = new URL(request.url)
      front.asked.push(pathname)
      const own = await front.answer?.(pathname)
      if (own) return own
      // Pebble builds its URLs from the requested host.
      front.underWay += 1
      const reply = await pass(request, pathname).catch(() => null)
      const said = await reply?.arrayBuffer()
      front.underWay -= 1
      if (!reply || !said) return new Response('', { status: 502 })
      await front.answered?.(pathname, new TextDecoder().decode(said))
      const headers = new Headers(reply.headers)
      headers.delete('content-length')
      if (pathname !== '/dir') return new Response(said, { status: reply.status, headers })
      const { meta, ...rest } = JSON.parse(new TextDecoder().decode(said)) as Directory
      const { caaIdentities = [], ...more } = front.directory
      return Response.json({ ...rest, ...more, meta: { ...meta, caaIdentities } })
    },
  })
  const front: AcmeFront = {
    directoryUrl: `https://localhost:${server.port}/dir`,
    asked: [],
    underWay: 0,
    directory: {},
    answer: null,
    answered: null,
    stop: () => server.stop(true),
  }
  return front
}
