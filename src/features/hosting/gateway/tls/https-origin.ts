import { readPort } from '#shared/names/host-names.ts'

/** The gateway's ports without and with TLS. */
export type Ports = { plain: number; tls: number }

/**
 * The https origin of a host that was requested as `authority` on the plain port. A visitor without a port while the gateway does
 * not listen on 80 came through a port mapping of 80: 443 is then assumed to be mapped to the TLS port.
 */
export function httpsOriginOf(host: string, authority: string, { plain, tls }: Ports): string {
  const isMapped = plain !== 80 && readPort(authority, 'http') === ''
  const port = isMapped ? 443 : tls
  return port === 443 ? `https://${host}` : `https://${host}:${port}`
}

/** The origin of another name on the port that was requested as `authority`; without a scheme, that of the request applies. */
export function peerOriginOf(host: string, authority: string, protocol: 'http' | 'https' | null): string {
  const scheme = protocol === null ? '' : `${protocol}:`
  return `${scheme}//${host}${readPort(authority, protocol ?? 'http')}`
}
