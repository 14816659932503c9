import type { ServerResponse } from 'node:http'

type Page = { title: string; text: string; retryAfterSeconds?: number }

const pages = {
  400: { title: 'Bad request', text: 'This address cannot be read.' },
  403: { title: 'Not allowed', text: 'Service workers do not work at this address.' },
  404: { title: 'No site here', text: 'No site answers at this address.' },
  405: { title: 'Not allowed', text: 'This method is not allowed here.' },
  502: {
    title: 'This site is not running',
    text: 'Its web server does not answer at the moment. Please try again in a little while.',
    retryAfterSeconds: 5,
  },
  503: {
    title: 'This site is suspended',
    text: 'Please come back later.',
    retryAfterSeconds: 3_600,
  },
} satisfies Record<number, Page>

export type PageStatus = keyof typeof pages

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

/** Answers with a page of the gateway's own; it names nothing of the service or the machine. */
export function answerPage(res: ServerResponse, method: string, status: PageStatus): void {
  const page: Page = pages[status]
  const body = write(status, page)
  if (page.retryAfterSeconds !== undefined) res.setHeader('retry-after', page.retryAfterSeconds)
  res.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  })
  res.end(method === 'HEAD' ? undefined : body)
}
