import { createHash } from 'node:crypto'
import { DomainError } from '#shared/errors.ts'
import type { Logger } from '../log.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest('base64')

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Refuses an unsafe request that a browser sends from another site (docs/product/conventions.md, "Errors"): `same-site` is refused too,
 * because customers' sites share the host. A client that sends neither header is not a browser and passes. `onMismatch` is called
 * for a request that may come from this site after all, at an address other than `expected()`.
 * @throws CROSS_SITE
 */
export function guardOrigin(
  { method, headers }: Request,
  { expected, onMismatch }: { expected: () => string; onMismatch?: (origin: string) => void },
): void {
  if (safeMethods.has(method)) return
  const site = headers.get('sec-fetch-site')
  const origin = headers.get('origin')
  if (site !== null && site !== 'same-origin') throw crossSite()
  if (origin === null || origin === expected()) return
  onMismatch?.(origin)
  throw crossSite()
}

const crossSite = () => new DomainError('CROSS_SITE', 'Requests from another site are not accepted.')

const mostShown = 200

/** Warns the operator once that the portal may be behind a proxy that it does not trust. */
export function createProxyHint(log: Pick<Logger, 'warn'>): (origin: string, expected: string) => void {
  let hasWarned = false
  return (origin, expected) => {
    if (hasWarned) return
    hasWarned = true
    const hint =
      'a change was refused because its Origin is not the address of this portal: behind a proxy, set PUBLIC_ORIGIN to the ' +
      "address for visitors, or TRUSTED_PROXIES to the proxy's own"
    log.warn(hint, { origin: origin.slice(0, mostShown), expected })
  }
}

/** Headers of every response. The page's own Content-Security-Policy has the hash of its one inline script. */
export function securityHeaders(options: { secure: boolean }): [string, string][] {
  const headers: [string, string][] = [
    ['x-content-type-options', 'nosniff'],
    ['referrer-policy', 'strict-origin-when-cross-origin'],
    ['cross-origin-opener-policy', 'same-origin'],
    ['cross-origin-resource-policy', 'same-origin'],
    ['permissions-policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=()'],
    ['x-frame-options', 'DENY'],
  ]
  if (options.secure) headers.push(['strict-transport-security', 'max-age=63072000; includeSubDomains'])
  return headers
}

/**
 * The policy of a page with one inline script, identified by its hash. Besides the portal's own pages it may frame those of
 * `framed`.
 */
export const contentSecurityPolicy = (inlineScript: string, framed: string | null = null): string =>
  [
    "default-src 'self'",
    `script-src 'self' 'sha256-${sha256(inlineScript)}'`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    // The rupee sign is embedded in the style sheet.
    "font-src 'self' data:",
    // A page creates a `blob:` URL for a document to show it in the browser's viewer.
    `frame-src 'self' blob:${framed === null ? '' : ` ${framed}`}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
