/**
 * Bytes that a client may send, and what must come of them. `sees`: the request as the server behind is to see it
 * (method, address, length of the body); `refused`: an answer of 4xx or 5xx, after which the connection ends;
 * `status`: that answer exactly. Where the portal's listener differs from the gateway it is said in `portal`.
 */
export type RawCase = {
  name: string
  send: string | string[]
  outcome: Outcome
  portal?: Outcome | 'not asked'
  /** The connection is not used again after the answer, although the request was served. */
  isLast?: boolean
}
export type Outcome = { sees: string } | { status: number } | 'refused' | 'nothing'

/** What a smuggled request would ask for: nobody may ever be answered for it. */
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
