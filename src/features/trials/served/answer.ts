import { answerRequest } from '#features/hosting/site-server/answer.ts'
import type { Deps } from '#server/context.ts'
import { trialRoot } from '../service/folders.ts'
import { findLive, type TrialRow } from '../service/rows.ts'
import { writeBar } from './bar.ts'

type Served = Pick<Deps, 'store' | 'now' | 'env' | 'origin'>

const address = /^\/([a-z2-7]{26})(\/.*)$/
const pagePath = /(\/|\.html?)$/i

/**
 * A separate origin without cookies, storage or form posts, because strangers wrote these pages. Search engines and other sites'
 * logs do not learn about them.
 */
const headers = {
  'content-security-policy': "sandbox allow-scripts allow-popups; form-action 'none'; frame-ancestors 'none'",
  'x-robots-tag': 'noindex, nofollow',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}

const gonePage = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>This site has expired</title>
<style>:root{color-scheme:light dark}body{font:16px/1.6 system-ui,sans-serif;max-width:34rem;margin:18vh auto;padding:0 1.5rem}h1{font-size:1.5rem}</style>
<h1>This site has expired</h1>
<p>Temporary sites stay online for a day. This one has expired or never existed.</p>
</html>
`

function dress(answer: Response): Response {
  for (const [name, value] of Object.entries(headers)) answer.headers.set(name, value)
  return answer
}

const answerGone = (): Response =>
  new Response(gonePage, {
    status: 404,
    headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' },
  })

/** Serves the files. Pages are read whole, ignoring ranges and validators, because the bar is added to them. */
function readSite(request: Request, { root, path }: { root: string; path: string }): Promise<Response> {
  const url = new URL(request.url)
  const target = new URL(path + url.search, url.origin)
  if (!pagePath.test(path) || !['GET', 'HEAD'].includes(request.method))
    return answerRequest(root, new Request(target, { method: request.method, headers: request.headers }))
  return answerRequest(root, new Request(target))
}

async function addBar(answer: Response, { expiresAt, name }: TrialRow, origin: string): Promise<Response> {
  const bar = writeBar({ expiresAt, reportUrl: `${origin}/report-site/${name}` })
  const whole = (await answer.text()) + bar
  const type = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' }
  return new Response(whole, { status: answer.status, headers: type })
}

/** Answers a visitor of a temporary site; the gateway leaves the path `/<name>/…`. */
export async function answerTrial(deps: Served, request: Request): Promise<Response> {
  const [, name = '', path = ''] = address.exec(new URL(request.url).pathname) ?? []
  const trial = name ? await findLive(deps, name) : undefined
  if (!trial) return dress(answerGone())
  const answer = await readSite(request, { root: trialRoot(deps.env.DATA_DIR, trial.id), path })
  const isPage = answer.headers.get('content-type')?.startsWith('text/html') ?? false
  const isShown = isPage && (answer.status === 200 || answer.status === 404)
  return dress(isShown ? await addBar(answer, trial, deps.origin()) : answer)
}
