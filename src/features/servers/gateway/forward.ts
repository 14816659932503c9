import { Agent, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { second } from '#shared/time.ts'
import type { Traffic } from '../traffic.ts'
import { answerHeaders, requestHeaders, type Sender } from './headers.ts'
import { answerPage } from './pages.ts'
import type { Route } from './route.ts'

type SiteRoute = Extract<Route, { kind: 'site' }>

/** A request on its way to the web server of a service, and what it is counted by. */
export type Passage = {
  req: IncomingMessage
  res: ServerResponse
  route: SiteRoute
  sender: Sender
  socketPath: string
  agent: Agent
  traffic: Pick<Traffic, 'add'>
}

/** Longest silence of a web server before its visitor is told that it does not answer. */
const silenceMs = 60 * second

export const createAgent = () => new Agent({ keepAlive: true, maxFreeSockets: 256 })

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/** Hands the answer on as it comes, no faster than the visitor takes it. */
function passAnswer({ req, res, route, traffic }: Passage, answer: IncomingMessage): void {
  res.writeHead(answer.statusCode ?? 502, answerHeaders(answer.headers, route))
  answer.on('data', (chunk: Buffer) => {
    traffic.add(route.site, { bytesOut: req.method === 'HEAD' ? 0 : chunk.length })
    if (res.write(chunk)) return
    answer.pause()
    res.once('drain', () => answer.resume())
  })
  answer.on('end', () => res.end())
  // What broke off must not look complete.
  answer.on('error', () => res.destroy())
  answer.on('aborted', () => res.destroy())
}

/**
 * Sends the request to the service's web server and its answer to the visitor, both as streams. Whoever leaves first ends
 * the other side; a web server that is not there is a 502 page. A reused connection that the web server had closed
 * is tried once more where nothing can have happened.
 */
export function forward(passage: Passage, isRepeated = false): void {
  const { req, res, route, sender, socketPath, agent, traffic } = passage
  const sendsBody = hasBody(req)
  const upstream = request({
    socketPath,
    agent,
    method: req.method,
    path: route.path,
    headers: requestHeaders(req.headers, sender, route.prefix),
    timeout: silenceMs,
  })
  let isAnswered = false
  const leave = () => {
    if (!res.writableFinished) upstream.destroy()
  }
  res.once('close', leave)
  upstream.on('response', (answer) => {
    isAnswered = true
    passAnswer(passage, answer)
  })
  upstream.on('timeout', () => upstream.destroy(new Error('silent')))
  upstream.on('error', (error: NodeJS.ErrnoException) => {
    res.off('close', leave)
    if (res.destroyed || res.writableEnded) return
    if (isAnswered || res.headersSent) return void res.destroy()
    const mayRepeat = !isRepeated && !sendsBody && /^(GET|HEAD)$/.test(req.method ?? '')
    if (mayRepeat && error.code === 'ECONNRESET') return forward(passage, true)
    answerPage(res, req.method ?? 'GET', 502)
  })
  if (!sendsBody) return void upstream.end()
  req.on('data', (chunk: Buffer) => {
    traffic.add(route.site, { bytesIn: chunk.length })
    if (upstream.write(chunk)) return
    req.pause()
    upstream.once('drain', () => req.resume())
  })
  req.on('end', () => upstream.end())
  req.on('error', () => upstream.destroy())
}
