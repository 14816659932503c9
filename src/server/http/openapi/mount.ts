import type { Hono, Context as HonoContext } from 'hono'
import { z } from 'zod'
import type { Deps } from '../../context.ts'
import type { HttpRoute } from '../../feature.ts'
import { sessionCookieName } from '../../sessions/session.ts'
import { type CachedPage, cachePage, sendCached } from '../bodies/compress.ts'
import type { RequestEnv } from '../transport.ts'
import { isOverTls } from '../visited-origin.ts'
import { writeDocsPage } from './docs-page.ts'
import { type ApiRoutes, describeApi } from './document.ts'

const jsonPath = '/api/openapi.json'
const pagePath = '/api/docs'

/** The addresses of the document and its page. */
export const apiDocumentRoutes: readonly HttpRoute[] = [
  {
    method: 'GET',
    path: jsonPath,
    access: 'visitor',
    description: {
      summary: 'Describes every call of this API.',
      answer: { type: 'application/json', schema: z.looseObject({ openapi: z.string() }) },
    },
  },
  { method: 'GET', path: pagePath, access: 'visitor' },
]

// The page has no script and only its own style.
const policy = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** Seconds for which clients may cache it. */
const maxAge = 300

const headersFor = (type: string): Headers =>
  new Headers({
    'content-type': type,
    'cache-control': `public, max-age=${maxAge}`,
    vary: 'Accept-Encoding',
  })

/** Creates a page at its first use, once for visits over TLS and once for those without: the cookie's name differs. */
function cacheBoth(make: (isSecure: boolean) => string): (isSecure: boolean) => CachedPage {
  const cached = new Map<boolean, CachedPage>()
  return (isSecure) => {
    const page = cached.get(isSecure) ?? cachePage(make(isSecure))
    cached.set(isSecure, page)
    return page
  }
}

/** The OpenAPI document of all routes, and the page that shows it. */
export function mountApiDocument(app: Hono<RequestEnv>, { env, version }: Deps, routes: ApiRoutes): void {
  const describe = (isSecure: boolean) =>
    describeApi(routes, {
      title: env.COMPANY_NAME,
      version,
      server: env.PUBLIC_ORIGIN ?? '/',
      cookie: sessionCookieName(isSecure),
    })
  const isVisitSecure = (c: HonoContext<RequestEnv>) =>
    isOverTls(c.req.raw, { publicOrigin: env.PUBLIC_ORIGIN, forwarded: c.env.forwarded })
  const documents = cacheBoth((isSecure) => JSON.stringify(describe(isSecure)))
  const pages = cacheBoth((isSecure) => writeDocsPage(describe(isSecure), jsonPath))
  app.get(jsonPath, (c) =>
    sendCached(c.req.raw, documents(isVisitSecure(c)), headersFor('application/json; charset=utf-8')),
  )
  app.get(pagePath, (c) => {
    const headers = headersFor('text/html; charset=utf-8')
    headers.set('content-security-policy', policy)
    return sendCached(c.req.raw, pages(isVisitSecure(c)), headers)
  })
}
