import { DomainError } from '#shared/errors.ts'
import { readHost } from '#shared/names/host-names.ts'
import { refuse } from './errors.ts'

/** The addresses that a monitor or a load balancer may request with HTTP/1.0, which has no Host. */
const askedWithoutHost = new Set(['/health', '/ready'])

const unreadable = new DomainError('BAD_REQUEST', 'The address of this request is not valid.')

function answerUnreadable(): Response {
  const requestId = Bun.randomUUIDv7()
  const { status, body } = refuse(unreadable, requestId)
  const headers = {
    'x-request-id': requestId,
    'cache-control': 'no-store',
    connection: 'close',
    'x-content-type-options': 'nosniff',
  }
  return Response.json(body, { status, headers })
}

// Nearly every request has the same host, so it is parsed once.
let lastRead = ''

/** Whether the Host header is the host from which the URL was built: without it Bun gives only a path. */
function isReadable(host: string, url: string): boolean {
  if (host !== lastRead && readHost(host) === null) return false
  lastRead = host
  return url.startsWith(`http://${host}/`) || (URL.canParse(url) && new URL(url).host !== '')
}

/**
 * The request to handle, or 400 when its Host is missing, repeated or invalid, since its URL would be ambiguous. A health check
 * without a host is taken to mean `originOf()`.
 */
export function withReadableHost(request: Request, originOf: () => string): Request | Response {
  const { url } = request
  const host = request.headers.get('host')
  if (host !== null) return isReadable(host, url) ? request : answerUnreadable()
  const isProbe = (request.method === 'GET' || request.method === 'HEAD') && askedWithoutHost.has(url)
  return isProbe ? new Request(originOf() + url, { method: request.method }) : answerUnreadable()
}
