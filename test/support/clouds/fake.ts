/** A fake provider on this machine: its requests and its answers. */
export type Fake = {
  baseUrl: string
  /** `GET /v1/servers?page=1`, in order of arrival. */
  asked: string[]
  /** The headers of the last request. */
  headers: Headers
  /** Replaces every answer for which it does not return null; null removes the override. */
  trouble: ((request: Request) => Response | Promise<Response> | null) | null
  stop(): void
}

export type Answer = (request: Request) => Response | Promise<Response>

/** Listens on a free port of loopback. */
export function startFake(answer: Answer): Fake {
  const fake: Fake = { baseUrl: '', asked: [], headers: new Headers(), trouble: null, stop: () => {} }
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch(request) {
      const { pathname, search } = new URL(request.url)
      fake.asked.push(`${request.method} ${pathname}${search}`)
      fake.headers = request.headers
      return fake.trouble?.(request) ?? answer(request)
    },
  })
  fake.baseUrl = `http://127.0.0.1:${server.port}`
  fake.stop = () => void server.stop(true)
  return fake
}

/** An answer that never comes. */
export const never = (): Promise<Response> => new Promise(() => {})

/** A server that announces more bytes than it sends, and closes the connection. */
export function startTruncating(): { baseUrl: string; stop(): void } {
  const server = Bun.listen({
    hostname: '127.0.0.1',
    port: 0,
    socket: {
      data(socket) {
        socket.end(
          'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 900\r\n\r\n{"servers": [',
        )
      },
    },
  })
  return { baseUrl: `http://127.0.0.1:${server.port}`, stop: () => server.stop(true) }
}

export const json = (body: unknown, status = 200, headers: Record<string, string> = {}) =>
  Response.json(body, { status, headers })

/** A paged list. */
export const pageOf = <T>(items: T[], url: URL, fallback: number) => {
  const size = Number(url.searchParams.get('per_page') ?? fallback)
  const page = Number(url.searchParams.get('page') ?? 1)
  const last = Math.max(1, Math.ceil(items.length / size))
  return { part: items.slice((page - 1) * size, page * size), page, size, last }
}
