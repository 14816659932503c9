import { readHost } from '#shared/names/host-names.ts'

const lastOf = (field: string | null): string | undefined => field?.split(',').at(-1)?.trim().toLowerCase()

/**
 * The origin that a visitor asked for, as a trusted proxy says by `X-Forwarded-Proto` and `X-Forwarded-Host`; undefined when
 * it says neither. What it leaves out is that of the request itself.
 */
export function forwardedOrigin({ url, headers }: Request): string | undefined {
  const [proto, host] = [lastOf(headers.get('x-forwarded-proto')), lastOf(headers.get('x-forwarded-host'))]
  const own = new URL(url)
  const protocol = proto === 'https' || proto === 'http' ? `${proto}:` : undefined
  const authority = host !== undefined && readHost(host) !== null ? host : undefined
  if (protocol === undefined && authority === undefined) return undefined
  const origin = `${protocol ?? own.protocol}//${authority ?? own.host}`
  return URL.canParse(origin) ? new URL(origin).origin : undefined
}

type Known = {
  /** Where the operator says that the portal is. */
  publicOrigin: string | undefined
  /** Where a trusted proxy says that the request went. */
  forwarded: string | undefined
}

/** The origin of the portal for whoever sent the request. */
export const visitedOrigin = (request: Request, { publicOrigin, forwarded }: Known): string =>
  publicOrigin ?? forwarded ?? new URL(request.url).origin

/** Whether the request came to the portal over TLS, if only to the proxy before it. */
export const isOverTls = (request: Request, { publicOrigin, forwarded }: Known): boolean =>
  (publicOrigin ?? forwarded ?? request.url).startsWith('https:')
