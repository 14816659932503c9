/** Where the gateway listens without and with TLS. */
export type Ports = { plain: number; tls: number }

/**
 * The https origin of a host that was asked for as `authority` on the plain port. A visitor who named no port while the
 * gateway does not listen on 80 came by a mapping of 80 to it: 443 is then taken to be mapped to the other one.
 */
export function httpsOriginOf(host: string, authority: string, { plain, tls }: Ports): string {
  const isMapped = plain !== 80 && !/:(?!80$)\d+$/.test(authority)
  const port = isMapped ? 443 : tls
  return port === 443 ? `https://${host}` : `https://${host}:${port}`
}
