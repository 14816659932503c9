import { afterEach, beforeEach, expect, test } from 'bun:test'
import { sendRaw } from '#test/support/raw.ts'
import { createGatewayApp, type GatewayApp } from '#test/support/sites.ts'

let gateway: GatewayApp['gateway']
let close: GatewayApp['close']
beforeEach(async () => {
  ;({ gateway, close } = await createGatewayApp())
})
afterEach(() => close())

const twoWays: [name: string, request: string][] = [
  ['no host', 'GET / HTTP/1.1\r\n\r\n'],
  ['two hosts', 'GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n'],
  ['a host that is none', 'GET / HTTP/1.1\r\nHost: a/b\r\n\r\n'],
  ['two lengths', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab'],
  [
    'a length and chunks',
    'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
  ],
  ['another encoding', 'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: xchunked\r\n\r\n0\r\n\r\n'],
  ['a space before the colon', 'GET / HTTP/1.1\r\nHost: a\r\nX : 1\r\n\r\n'],
  ['a folded line', 'GET / HTTP/1.1\r\nHost: a\r\nX: 1\r\n 2\r\n\r\n'],
  ['bare line feeds', 'GET / HTTP/1.1\nHost: a\n\n'],
  ['a space in the path', 'GET /a b HTTP/1.1\r\nHost: a\r\n\r\n'],
  ['dots', 'GET /sites/../a HTTP/1.1\r\nHost: a\r\n\r\n'],
  ['encoded dots', 'GET /sites/%2e%2e/a HTTP/1.1\r\nHost: a\r\n\r\n'],
  ['a zero byte', 'GET /a%00b HTTP/1.1\r\nHost: a\r\n\r\n'],
  ['another authority', 'GET http://b/ HTTP/1.1\r\nHost: a\r\n\r\n'],
]

test('ambiguous requests are refused with 4xx', async () => {
  for (const [name, request] of twoWays) {
    const answer = await sendRaw(gateway.port, request)
    expect([name, answer]).toEqual([name, expect.stringMatching(/^HTTP\/1\.1 4\d\d /)])
    // The rest of such a request must not be read as another request.
    expect([name, answer.match(/HTTP\/1\.1 [235]/g)]).toEqual([name, null])
  }
})
