import { readHost } from '#shared/names/host-names.ts'

const lastOf = (field: string | null): string | undefined => field?.split(',').at(-1)?.trim().toLowerCase()

/**
 * The origin that a visitor requested, according to a trusted proxy's `X-Forwarded-Proto` and `X-Forwarded-Host`; undefined when
 * both are missing. One that is missing is taken from the request.
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

type OriginSources = {
  /** The portal's origin, as set by the operator. */
  publicOrigin: string | undefined
  /** The requested origin, according to a trusted proxy. */
  forwarded: string | undefined
}

/** The portal's origin for the sender of a request. */
export const visitedOrigin = (request: Request, { publicOrigin, forwarded }: OriginSources): string =>
  publicOrigin ?? forwarded ?? new URL(request.url).origin

/** Whether the request reached the portal, or the proxy in front of it, over TLS. */
export const isOverTls = (request: Request, { publicOrigin, forwarded }: OriginSources): boolean =>
  (publicOrigin ?? forwarded ?? request.url).startsWith('https:')
