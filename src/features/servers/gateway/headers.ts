import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http'

/** Of one connection only (RFC 9110 section 7.6.1), beside those that `Connection` names. */
const hopByHop = [
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]
const forwarded = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip']
const portalCookies = new Set(['sid', '__host-sid'])

/**
 * What a site under the shared origin may not say: each of these would reach the portal's cookies or the other sites,
 * since cookies and transport rules belong to a host whatever its port.
 */
const refusedUnderPrefix = [
  'set-cookie',
  'service-worker-allowed',
  'clear-site-data',
  'strict-transport-security',
]
const sandbox = 'sandbox allow-scripts allow-forms allow-popups'

/** Who sent a request, and over what. `isTrusted`: its peer is one of TRUSTED_PROXIES. */
export type Sender = { peer: string; isTrusted: boolean; protocol: 'http' | 'https'; host: string }

/** What the visitor spoke: a trusted proxy's word, else what arrived here; null when a trusted proxy does not say. */
export function visitorProtocol(
  headers: IncomingHttpHeaders,
  { isTrusted, protocol }: Pick<Sender, 'isTrusted' | 'protocol'>,
): Sender['protocol'] | null {
  if (!isTrusted) return protocol
  const said = headers['x-forwarded-proto']
  return said === 'https' || said === 'http' ? said : null
}

function withoutHops(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const kept = { ...headers }
  const named = (headers.connection ?? '').split(',').map((name) => name.trim().toLowerCase())
  for (const name of [...hopByHop, ...named]) delete kept[name]
  return kept
}

const nameOf = (cookie: string) => (cookie.split(/[=;]/, 1)[0] ?? '').trim().toLowerCase()

/** A Cookie field without the portal's session; undefined when nothing is left. */
export function stripCookies(field: string | undefined): string | undefined {
  const kept = (field ?? '')
    .split(';')
    .filter((pair) => pair.trim() !== '' && !portalCookies.has(nameOf(pair)))
  return kept.length === 0 ? undefined : kept.map((pair) => pair.trim()).join('; ')
}

/**
 * The fields a service is sent: end-to-end ones, the caller's address said by us (a trusted proxy's word is continued),
 * never the portal's session, and no cookie at all under the origin that all sites share.
 */
export function requestHeaders(
  headers: IncomingHttpHeaders,
  sender: Sender,
  prefix: string,
): OutgoingHttpHeaders {
  const { peer, isTrusted, protocol, host } = sender
  const sent = withoutHops(headers)
  for (const name of [...forwarded, 'expect', 'cookie']) delete sent[name]
  const before = (name: string) => (isTrusted ? headers[name] : undefined)
  const hops = before('x-forwarded-for')
  const cookie = prefix === '' ? stripCookies(headers.cookie) : undefined
  return {
    ...sent,
    'x-forwarded-for': hops ? `${hops}, ${peer}` : peer,
    'x-forwarded-host': before('x-forwarded-host') ?? host,
    'x-forwarded-proto': visitorProtocol(headers, sender) ?? protocol,
    // Said outright: what is left out would be filled in with all that this side understands.
    'accept-encoding': headers['accept-encoding'] ?? 'identity',
    ...(headers['transfer-encoding'] === undefined ? {} : { 'transfer-encoding': 'chunked' }),
    ...(cookie === undefined ? {} : { cookie }),
  }
}

/** A redirect of the site as the visitor must see it: one within its host stays below the prefix. */
export function placeLocation(location: string, { host, path, prefix }: Place): string {
  if (prefix === '' || !URL.canParse(location, `http://${host}${path}`)) return location
  const target = new URL(location, `http://${host}${path}`)
  if (!/^https?:$/.test(target.protocol) || target.hostname !== new URL(`http://${host}`).hostname)
    return location
  return prefix + target.pathname + target.search + target.hash
}

type Place = { host: string; path: string; prefix: string }

/** The fields a visitor is sent: end-to-end ones, without a cookie of the portal's name. */
export function answerHeaders(headers: IncomingHttpHeaders, place: Place): OutgoingHttpHeaders {
  const sent: OutgoingHttpHeaders = withoutHops(headers)
  for (const name of ['location', 'content-location']) {
    const value = headers[name]
    if (typeof value === 'string') sent[name] = placeLocation(value, place)
  }
  const cookies = (headers['set-cookie'] ?? []).filter((cookie) => !portalCookies.has(nameOf(cookie)))
  delete sent['set-cookie']
  if (place.prefix === '') return cookies.length === 0 ? sent : { ...sent, 'set-cookie': cookies }
  for (const name of refusedUnderPrefix) delete sent[name]
  const policy = headers['content-security-policy']
  return {
    ...sent,
    'content-security-policy': typeof policy === 'string' ? `${policy}, ${sandbox}` : sandbox,
    // A sandboxed page has an origin of its own: without this it could not load its own fonts and modules.
    'access-control-allow-origin': '*',
  }
}
