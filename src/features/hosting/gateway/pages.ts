import type { Field } from '#shared/http/fields.ts'
import { siteMethods } from './methods.ts'

type Page = { status?: number; title: string; text: string; retryAfterSeconds?: number; allow?: string }

const pages = {
  400: { title: 'Bad request', text: 'This address is not valid.' },
  403: { title: 'Not allowed', text: 'Service workers do not work at this address.' },
  404: { title: 'No site here', text: 'No site answers at this address.' },
  405: {
    title: 'Not allowed',
    text: 'This method is not allowed here.',
    allow: [...siteMethods].join(', '),
  },
  408: { title: 'Request timed out', text: 'The request did not arrive in time.' },
  414: { title: 'Address too long', text: 'This address is longer than this server accepts.' },
  417: { title: 'Expectation failed', text: 'This server does not support the expectation in this request.' },
  429: {
    title: 'Too many requests',
    text: 'Too many requests from your address are in progress. Please try again shortly.',
    retryAfterSeconds: 5,
  },
  431: { title: 'Request too large', text: 'The headers of this request are too large.' },
  502: {
    title: 'This site is not running',
    text: 'Its web server is not responding. Please try again shortly.',
    retryAfterSeconds: 5,
  },
  505: { title: 'HTTP version not supported', text: 'This server supports only HTTP/1.1 and HTTP/1.0.' },
  stopped: {
    status: 502,
    title: 'This site is stopped',
    text: 'It is offline until it is started again.',
    retryAfterSeconds: 3_600,
  },
  suspended: {
    status: 503,
    title: 'This site is suspended',
    text: 'Please come back later.',
    retryAfterSeconds: 3_600,
  },
  busy: {
    status: 503,
    title: 'This site is busy',
    text: 'It has more visitors than it can serve at the moment. Please try again shortly.',
    retryAfterSeconds: 5,
  },
  unreachable: {
    status: 503,
    title: 'This site cannot be reached',
    text: 'We could not look up this site. Please try again shortly.',
    retryAfterSeconds: 5,
  },
} satisfies Record<number | 'stopped' | 'suspended' | 'busy' | 'unreachable', Page>

/** The key of a gateway page: a status, or a reason that shares a status. */
export type PageName = keyof typeof pages

const write = (status: number, { title, text }: Page) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>:root{color-scheme:light dark}body{font:16px/1.6 system-ui,sans-serif;max-width:34rem;margin:18vh auto;padding:0 1.5rem}h1{font-size:1.5rem}small{opacity:.6}</style>
<h1>${title}</h1>
<p>${text}</p>
<small>${status}</small>
</html>
`

/** A page of the gateway itself; it reveals nothing about the service or the machine. */
export function writePage(name: PageName): { status: number; fields: Field[]; body: string } {
  const page: Page = pages[name]
  const status = page.status ?? Number(name)
  const fields: Field[] = [
    ['content-type', 'text/html; charset=utf-8'],
    ['content-security-policy', "default-src 'none'; style-src 'unsafe-inline'"],
    ['x-content-type-options', 'nosniff'],
    ['cache-control', 'no-store'],
  ]
  if (page.retryAfterSeconds !== undefined) fields.push(['retry-after', String(page.retryAfterSeconds)])
  if (page.allow !== undefined) fields.push(['allow', page.allow])
  return { status, fields, body: write(status, page) }
}
