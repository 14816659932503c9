import type { IncomingMessage } from 'node:http'
import http from 'node:http'
import https from 'node:https'
import { readBytes, storedBytes, timeoutMs } from '../contract/limits.ts'

/** The outcome: a status and the beginning of the response, or the reason for its absence. */
export type WebhookResponse =
  | { statusCode: number; answer: string; problem: string | null }
  | { statusCode: null; answer: null; problem: string }

export type Post = {
  url: URL
  /** The checked address: the connection goes there, even if the name resolves differently by now. */
  address: string
  headers: Record<string, string>
  body: string
  /** For tests: the CA of the receiver, and its time limit. */
  ca?: string | undefined
  limitMs?: number
}

const sentences: Record<string, string> = {
  ECONNREFUSED: 'The receiver refused the connection.',
  ECONNRESET: 'The receiver closed the connection unexpectedly.',
  ENETUNREACH: 'The receiver could not be reached.',
  EHOSTUNREACH: 'The receiver could not be reached.',
}

const failed = (problem: string): WebhookResponse => ({ statusCode: null, answer: null, problem })

function sentenceOf(error: unknown): string {
  const { code = '' } = error as { code?: string }
  if (/CERT|TLS|SSL|SIGNED/.test(code)) return 'The receiver’s certificate is not valid for its name.'
  return sentences[code] ?? 'The receiver did not send a valid HTTP response.'
}

/** Redirects are not followed, because their target is unchecked. */
function problemOf(statusCode: number): string | null {
  if (statusCode >= 200 && statusCode < 300) return null
  if (statusCode >= 300 && statusCode < 400)
    return `The receiver sent a redirect (${statusCode}), which is not followed.`
  return `The receiver answered ${statusCode}.`
}

const readable = (chunks: Buffer[]): string =>
  // PostgreSQL cannot store NUL.
  Buffer.concat(chunks).subarray(0, storedBytes).toString('utf8').replaceAll('\0', '\uFFFD')

/** Reads the response, or the beginning of a long one. */
function collect(response: IncomingMessage, done: (answer: WebhookResponse) => void): void {
  const { statusCode = 0 } = response
  const chunks: Buffer[] = []
  let size = 0
  const end = () => done({ statusCode, answer: readable(chunks), problem: problemOf(statusCode) })
  response.on('data', (chunk: Buffer) => {
    chunks.push(chunk)
    size += chunk.length
    if (size < readBytes) return
    end()
    response.destroy()
  })
  response.on('end', end)
  response.on('error', end)
}

/** Posts once to the checked address, within 10 s in total; follows no redirect and limits the response. Never throws. */
export function post({
  url,
  address,
  headers,
  body,
  ca,
  limitMs = timeoutMs,
}: Post): Promise<WebhookResponse> {
  return new Promise((resolve) => {
    const family = address.includes(':') ? 6 : 4
    const lookup = (_: string, { all }: { all?: boolean }, found: (...answer: unknown[]) => void) =>
      all ? found(null, [{ address, family }]) : found(null, address, family)
    const { request } = url.protocol === 'https:' ? https : http
    const sent = request(url, {
      method: 'POST',
      headers: { ...headers, 'content-length': String(Buffer.byteLength(body)), connection: 'close' },
      agent: false,
      lookup: lookup as never,
      ...(ca ? { ca } : {}),
    })
    const finish = (answer: WebhookResponse) => {
      clearTimeout(timer)
      resolve(answer)
      sent.destroy()
    }
    const timer = setTimeout(
      () => finish(failed(`The receiver did not answer within ${limitMs / 1_000} seconds.`)),
      limitMs,
    )
    sent.on('error', (error) => finish(failed(sentenceOf(error))))
    sent.on('response', (response) => collect(response, finish))
    sent.end(body)
  })
}
