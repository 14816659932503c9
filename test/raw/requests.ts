/**
 * Bytes that a client may send, and the expected outcome. `sees`: the request as the upstream server is to see it
 * (method, address, length of the body); `refused`: an answer of 4xx or 5xx, after which the connection ends;
 * `status`: exactly that answer. `portal` holds the outcome where the portal’s listener differs from the gateway.
 */
export type RawCase = {
  name: string
  send: string | string[]
  outcome: Outcome
  portal?: Outcome | 'not asked'
  /** The connection closes after the answer, although the request was served. */
  isLast?: boolean
}
export type Outcome = { sees: string } | { status: number } | 'refused' | 'nothing'

/** A smuggled request: it must never be answered. */
export const poison = 'GET /poison HTTP/1.1\r\nHost: site.example\r\nX-Ignore: '
export const line = (method: string, target = '/a', version = 'HTTP/1.1') =>
  `${method} ${target} ${version}\r\n`
export const host = 'Host: site.example\r\n'
export const get = (fields = '', target = '/a') => `${line('GET', target)}${host}${fields}\r\n`
export const post = (fields: string, body: string, method = 'POST') =>
  `${line(method)}${host}${fields}\r\n${body}`
export const chunked = 'Transfer-Encoding: chunked\r\n'
export const refused = 'refused' as const
export const length = (value: string) => `Content-Length: ${value}\r\n`
