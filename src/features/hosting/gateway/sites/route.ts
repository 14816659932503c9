import { siteSlugPattern } from '#features/services/contract/site-slug.ts'
import { readHost } from '#shared/names/host-names.ts'
import { readUuid } from '#shared/uuid.ts'
import { siteMethods } from '../methods.ts'
import type { Site, SiteKey, Sites } from './site-cache.ts'
import { trialPrefix, trialSite } from './trial-site.ts'

/** The target of a request, according to its first line and its Host header. */
export type SiteRequestHead = {
  method: string
  url: string
  hosts: string[]
  isServiceWorker: boolean
  /** Whether a browser requests a page for a whole window. */
  isForWindow: boolean
}

/**
 * Where a request goes. `path` is the path and query for the service; `prefix` is the part removed from it; `hsts` is the HSTS
 * header of the answer. `unknown`: the route depends on a lookup of `key`.
 */
export type Route =
  | { kind: 'site'; site: Site; host: string; path: string; prefix: string; hsts: string | null }
  | { kind: 'challenge'; text: string }
  | { kind: 'redirect'; location: string; status: 302 | 308; hsts: string | null }
  | { kind: 'refused'; status: 400 | 403 | 404 | 405 }
  | { kind: 'unknown'; key: SiteKey }

export type SiteMap = {
  sites: Pick<Sites, 'get'>
  /** The answer to a pending ACME http-01 challenge (RFC 8555 section 8.3). */
  challenge(token: string): string | undefined
  /** The https origin that a plain request for the host is redirected to; null when it stays on http. */
  httpsOrigin(host: string): string | null
  /** The origin of another name in the visitor's protocol; null when it has no certificate for that. */
  peerOrigin(host: string): string | null
  /** The visitor's protocol; null when unknown. */
  protocol: 'http' | 'https' | null
  /** Whether a host is another name of the portal or the gateway: never a customer's, whatever domain an order named. */
  isPortalName(host: string): boolean
  /** Whether visitors may try a site before they sign up. */
  hasTrials: boolean
}

const refused = (status: 400 | 403 | 404 | 405): Route => ({ kind: 'refused', status })
const redirect = (location: string): Route => ({ kind: 'redirect', location, status: 308, hsts: null })

const outsidePath = /[^\x21-\x7e]|[\\#]|%(?![0-9a-f]{2})|%(?:0|1|7f|2f|5c)/i

function isDotSegment(segment: string): boolean {
  if (!segment.includes('%')) return segment === '.' || segment === '..'
  try {
    return ['.', '..'].includes(decodeURIComponent(segment))
  } catch {
    return true
  }
}

/**
 * Whether every server interprets a path alike: no dot segment, no encoded separator, no control character, no invalid escape.
 */
export const isPlainPath = (path: string): boolean =>
  path.startsWith('/') && !outsidePath.test(path) && !path.split('/').some(isDotSegment)

/** Origin form, or the absolute form of RFC 9112 section 3.2.2 when its authority equals the Host header. */
function readTarget(url: string, host: string): { path: string; query: string } | null {
  const absolute = /^https?:\/\/([^/?#]*)(.*)$/i.exec(url)
  if (absolute && readHost(absolute[1] ?? '') !== host) return null
  const rest = absolute ? absolute[2] || '/' : url
  const at = rest.indexOf('?')
  const [path, query] = at < 0 ? [rest, ''] : [rest.slice(0, at), rest.slice(at)]
  return isPlainPath(path) && !/[^\x21-\x7e]|#/.test(query) ? { path, query } : null
}

const challengePath = /^\/\.well-known\/acme-challenge\/([\w-]{1,255})$/
const challengeFolder = '/.well-known/acme-challenge/'
const sitePath = /^\/(sites|pictures)\/([a-z\d-]+)(\/.*)?$/
const trialPath = /^\/try(\/[a-z2-7]{26})(\/.*)?$/

type Target = { host: string; path: string; query: string }

/** The https origin, or the other name, that the host redirects to; both are reached in one step. */
function findOrigin({ serving }: Site, host: string, { httpsOrigin, peerOrigin }: SiteMap): string | null {
  const goal = serving?.goal ?? host
  const secure = serving?.httpsRedirect === false ? null : httpsOrigin(goal)
  return secure ?? (goal === host ? null : peerOrigin(goal))
}

/** Challenges are answered over http, also from the files of the site (RFC 8555 section 8.3). */
function findNamed({ site, host, path, query }: Target & { site: Site }, map: SiteMap): Route {
  const isChallenge = path.startsWith(challengeFolder)
  const { serving } = site
  const hsts = (map.protocol === 'https' && serving?.hsts) || null
  if (serving?.redirect && site.status !== 'suspended') {
    const { to: location, status } = serving.redirect
    return isChallenge ? refused(404) : { kind: 'redirect', location, status, hsts }
  }
  const origin = isChallenge ? null : findOrigin(site, host, map)
  return origin === null
    ? { kind: 'site', site, host, path: path + query, prefix: '', hsts }
    : { kind: 'redirect', location: origin + path + query, status: 308, hsts }
}

/** A temporary site below `/try/<name>/`; null for other paths. */
function findTrial({ path, query, host }: Target, isServiceWorker: boolean): Route | null {
  const [, name, rest] = trialPath.exec(path) ?? []
  if (name === undefined) return null
  if (rest === undefined) return redirect(`${path}/${query}`)
  if (isServiceWorker) return refused(403)
  return { kind: 'site', site: trialSite, host, path: name + rest + query, prefix: trialPrefix, hsts: null }
}

/** The lookup key for a path below `/sites/`; null when that cannot be a site. */
function keyOf(name: string): SiteKey | null {
  if (readUuid(name) === name) return `id:${name}`
  return siteSlugPattern.test(name) ? `slug:${name}` : null
}

/**
 * A site below `/sites/<id or slug>/`, or below `/pictures/` for its preview in the portal, which does not count as a visit. A
 * previous slug redirects to the current one.
 */
function findShared(
  { path, query, host }: Target,
  { isServiceWorker, isForWindow }: SiteRequestHead,
  map: SiteMap,
): Route {
  const [, place, name = '', rest] = sitePath.exec(path) ?? []
  const key = keyOf(name)
  const site = key && map.sites.get(key)
  if (key && site === undefined) return { kind: 'unknown', key }
  if (!site) return refused(404)
  const current = key?.startsWith('slug:') ? (site.slug ?? name) : name
  const isVisit = place === 'sites' || isForWindow
  const prefix = `/${isVisit ? 'sites' : 'pictures'}/${current}`
  if (rest === undefined || !path.startsWith(`${prefix}/`)) return redirect(`${prefix}${rest ?? '/'}${query}`)
  // All customers share this origin: a service worker of one would see the others' pages.
  if (isServiceWorker) return refused(403)
  const counted: Site = isVisit ? site : { ...site, isUncounted: true }
  return { kind: 'site', site: counted, host, path: rest + query, prefix, hsts: null }
}

/** Routes by Host header, else by `/try/<name>/` or `/sites/<id or slug>/` (docs/product/servers.md, "Websites"). */
export function findRoute(asked: SiteRequestHead, map: SiteMap): Route {
  const { method, url, hosts, isServiceWorker } = asked
  const host = hosts.length === 1 ? readHost(hosts[0] ?? '') : null
  const target = host === null ? null : readTarget(url, host)
  if (host === null || target === null) return refused(400)
  if (!siteMethods.has(method)) return refused(405)
  const { path, query } = target
  const text = map.challenge(challengePath.exec(path)?.[1] ?? '')
  if (text !== undefined) return { kind: 'challenge', text }
  const named = map.isPortalName(host) ? null : map.sites.get(`host:${host}`)
  if (named === undefined) return { kind: 'unknown', key: `host:${host}` }
  if (named) return findNamed({ site: named, host, path, query }, map)
  const trial = map.hasTrials ? findTrial({ path, query, host }, isServiceWorker) : null
  if (trial) return trial
  return findShared({ path, query, host }, asked, map)
}
