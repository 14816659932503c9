import { createHash } from 'node:crypto'
import { DomainError } from '#shared/errors.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest('base64')

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Refuses an unsafe request that a browser sends from another site (docs/product.md, "Errors"): `same-site` is refused too,
 * because customers' sites share the host. A client that sends neither header is not a browser and passes.
 * @throws CROSS_SITE
 */
export function guardOrigin(request: Request, publicOrigin: string | undefined): void {
  if (safeMethods.has(request.method)) return
  const site = request.headers.get('sec-fetch-site')
  const origin = request.headers.get('origin')
  if (site !== null && site !== 'same-origin') throw crossSite()
  if (origin === null) return
  const expected = publicOrigin ?? ownOrigin(request)
  if (origin !== expected) throw crossSite()
}

const crossSite = () => new DomainError('CROSS_SITE', 'Requests from another site are not accepted.')

function ownOrigin(request: Request): string {
  const { protocol } = new URL(request.url)
  return `${protocol}//${request.headers.get('host') ?? ''}`
}

/** Headers of every answer. The page's own Content-Security-Policy carries the hash of its one inline script. */
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

/** The policy of a page whose only inline script is the given one, identified by its hash. */
export const contentSecurityPolicy = (inlineScript: string): string =>
  [
    "default-src 'self'",
    `script-src 'self' 'sha256-${sha256(inlineScript)}'`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    // The rupee sign is embedded in the style sheet.
    "font-src 'self' data:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
