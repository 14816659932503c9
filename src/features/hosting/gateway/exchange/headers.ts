import { connectionOptions, type Field, fieldValue, fieldValues } from '#shared/http/fields.ts'

const framing: ReadonlySet<string> = new Set(['content-length', 'transfer-encoding'])
/** Headers that `Connection` must not name: framing and routing. */
const unhidable: ReadonlySet<string> = new Set([
  ...framing,
  'host',
  'content-encoding',
  'content-range',
  'content-type',
  'expect',
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
])
/** Hop-by-hop headers (RFC 9110 section 7.6.1), besides those that `Connection` names. */
const hopByHop: ReadonlySet<string> = new Set([
  ...framing,
  'connection',
  'http2-settings',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'upgrade',
])
/** Headers that only the gateway may send to a service. */
const saidByUs: ReadonlySet<string> = new Set([
  'cookie',
  'expect',
  'forwarded',
  'host',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
])
const nothing: ReadonlySet<string> = new Set()
const portalCookies = new Set(
  ['sid', 'portal-device', 'portal-trial'].flatMap((name) => [name, `__host-${name}`]),
)

/**
 * Headers that a site under the shared origin may not send: each would affect the portal's cookies or other sites, because
 * cookies and transport rules apply to a host on every port. The gateway sends two more itself.
 */
const leftOutUnderPrefix: ReadonlySet<string> = new Set([
  'set-cookie',
  'service-worker-allowed',
  'clear-site-data',
  'strict-transport-security',
  'content-security-policy',
  'access-control-allow-origin',
])
const sandbox = 'sandbox allow-scripts allow-forms allow-popups'

/** The sender of a request, and its protocol. `isTrusted`: its peer is one of TRUSTED_PROXIES. */
export type Sender = { peer: string; isTrusted: boolean; protocol: 'http' | 'https'; host: string }

/** The visitor's protocol: from a trusted proxy, else from this connection; null when a trusted proxy does not report it. */
export function visitorProtocol(
  fields: readonly Field[],
  { isTrusted, protocol }: Pick<Sender, 'isTrusted' | 'protocol'>,
): Sender['protocol'] | null {
  if (!isTrusted) return protocol
  const said = fieldValue(fields, 'x-forwarded-proto')
  return said === 'https' || said === 'http' ? said : null
}

/** Whether `Connection` names a framing or routing header, which all hops must see alike. */
export const hidesFraming = (fields: readonly Field[]): boolean =>
  connectionOptions(fields).some((name) => unhidable.has(name))

/** The headers to forward, in order; the sender adds those that frame the body. */
function withoutHops(fields: readonly Field[], others: ReadonlySet<string>): Field[] {
  const named = connectionOptions(fields)
  return fields.filter(([name]) => !hopByHop.has(name) && !others.has(name) && !named.includes(name))
}

const nameOf = (cookie: string) => (cookie.split(/[=;]/, 1)[0] ?? '').trim().toLowerCase()

/** A Cookie header without the portal's session; undefined when it is empty then. */
export function stripCookies(field: string | undefined): string | undefined {
  const remaining = (field ?? '')
    .split(';')
    .filter((pair) => pair.trim() !== '' && !portalCookies.has(nameOf(pair)))
  return remaining.length === 0 ? undefined : remaining.map((pair) => pair.trim()).join('; ')
}

/**
 * Request headers for a service: end-to-end ones, the client address as we saw it (appended to a trusted proxy's list), never the
 * portal's session, and no cookies at all under the origin that all sites share. Framing headers are not included.
 */
export function requestFields(fields: readonly Field[], sender: Sender, prefix: string): Field[] {
  const { peer, isTrusted, protocol, host } = sender
  const before = (name: string) => (isTrusted ? fieldValue(fields, name) : undefined)
  const hops = before('x-forwarded-for')
  const cookie = prefix === '' ? stripCookies(fieldValues(fields, 'cookie').join('; ')) : undefined
  const sent = withoutHops(fields, saidByUs)
  sent.push(
    ['host', host],
    ['x-forwarded-for', hops ? `${hops}, ${peer}` : peer],
    ['x-forwarded-host', before('x-forwarded-host') ?? host],
    ['x-forwarded-proto', visitorProtocol(fields, sender) ?? protocol],
  )
  if (cookie !== undefined) sent.push(['cookie', cookie])
  return sent
}

/** A redirect of the site as the visitor needs it: one within its host stays below the prefix. */
export function placeLocation(location: string, { host, path, prefix }: PrefixedHost): string {
  if (prefix === '' || !URL.canParse(location, `http://${host}${path}`)) return location
  const target = new URL(location, `http://${host}${path}`)
  if (!/^https?:$/.test(target.protocol) || target.hostname !== new URL(`http://${host}`).hostname)
    return location
  return prefix + target.pathname + target.search + target.hash
}

type PrefixedHost = { host: string; path: string; prefix: string; hsts?: string | null }

/**
 * Response headers for a visitor: end-to-end ones, without cookies in the portal's name. The site's own HSTS header precedes that
 * of its domain: browsers use the first of two (RFC 6797 section 8.1). Framing headers are not included.
 */
export function answerFields(fields: readonly Field[], place: PrefixedHost): Field[] {
  const isShared = place.prefix !== ''
  const sent = withoutHops(fields, isShared ? leftOutUnderPrefix : nothing).flatMap(
    ([name, value]): Field[] => {
      if (name === 'location' || name === 'content-location') return [[name, placeLocation(value, place)]]
      return name === 'set-cookie' && portalCookies.has(nameOf(value)) ? [] : [[name, value]]
    },
  )
  if (place.hsts && fieldValue(fields, 'strict-transport-security') === undefined)
    sent.push(['strict-transport-security', place.hsts])
  if (!isShared) return sent
  const policy = fieldValue(fields, 'content-security-policy')
  sent.push(
    ['content-security-policy', policy === undefined ? sandbox : `${policy}, ${sandbox}`],
    // A sandboxed page has an opaque origin: without this it could not load its own fonts and modules.
    ['access-control-allow-origin', '*'],
  )
  return sent
}
