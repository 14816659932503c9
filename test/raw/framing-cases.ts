import { chunked, get, host, length, line, poison, post, type RawCase, refused } from './requests.ts'

const lengths: RawCase[] = [
  ...[
    '1, 1',
    '+5',
    '-5',
    '0x5',
    '5.0',
    '5e0',
    '5 5',
    'five',
    '',
    ' ',
    '5;',
    '5,',
    '٥',
    '1'.repeat(17),
    '5\t5',
    '"5"',
    '5\x0b',
    '\xa05',
  ].map((value) => ({
    name: `a length of ${JSON.stringify(value.slice(0, 20))}`,
    send: post(length(value), poison.slice(0, 5)),
    outcome: refused,
    // The portal reads an empty length as none, and the body as an invalid request.
    ...(value.trim() === '' ? { portal: refused } : {}),
  })),
  ...['5', ' 5', '5 ', '\t5\t', '05', '0005'].map((value) => ({
    name: `a length of ${JSON.stringify(value)}`,
    send: post(length(value), 'hello'),
    outcome: { sees: 'POST /a 5' },
  })),
  ...[
    ['1', '2'],
    ['5', '5'],
    ['0', '5'],
    ['5', '0'],
  ].map(([a = '', b = '']) => ({
    name: `two lengths, ${a} and ${b}`,
    send: post(length(a) + length(b), 'hello'),
    outcome: refused,
    ...(a === b ? { portal: { sees: 'POST /a 5' } } : {}),
  })),
  ...['GET', 'DELETE', 'OPTIONS', 'PUT', 'PATCH', 'POST'].flatMap((method) => [
    {
      name: `${method} with a body`,
      send: post(length('5'), 'hello', method),
      // Bun, the upstream, reads the body of a GET and discards it.
      outcome: { sees: `${method} /a ${method === 'GET' ? 0 : 5}` },
    },
    {
      name: `${method} with a length of 0`,
      send: post(length('0'), '', method),
      outcome: { sees: `${method} /a 0` },
    },
  ]),
  {
    name: 'a body that comes in pieces',
    send: [post(length('9'), 'hel'), 'lo', ' you'],
    outcome: { sees: 'POST /a 9' },
  },
  {
    name: 'a body that looks like a request',
    send: post(length(String(poison.length)), poison),
    outcome: { sees: `POST /a ${poison.length}` },
  },
]

const hidden = [
  'content-length',
  'Content-Length',
  'close, content-length',
  'keep-alive,Content-Length',
  'content-length ,x',
  '\tcontent-length',
]
const connections: RawCase[] = [
  ...['GET', 'HEAD', 'POST', 'DELETE', 'OPTIONS', 'PUT'].flatMap((method) =>
    hidden.map((value) => ({
      name: `${method} whose Connection names ${value}`,
      send: post(`Connection: ${value}\r\n${length(String(poison.length))}`, poison, method),
      outcome: { status: 400 },
      portal: 'not asked' as const,
    })),
  ),
  ...['transfer-encoding', 'Transfer-Encoding, close', 'x, TRANSFER-ENCODING'].map((value) => ({
    name: `chunks whose Connection names ${value}`,
    send: post(
      `Connection: ${value}\r\n${chunked}`,
      `${poison.length.toString(16)}\r\n${poison}\r\n0\r\n\r\n`,
    ),
    outcome: { status: 400 },
    portal: 'not asked' as const,
  })),
  ...[
    'host',
    'Host, close',
    'content-type',
    'content-encoding',
    'content-range',
    'expect',
    'x-forwarded-for',
    'forwarded',
  ].map((value) => ({
    name: `Connection names ${value}`,
    send: get(`Connection: ${value}\r\n`),
    outcome: { status: 400 },
    portal: 'not asked' as const,
  })),
  {
    name: 'two Connection fields, the second naming a length',
    send: post(`Connection: x\r\nConnection: content-length\r\n${length('5')}`, 'hello'),
    outcome: { status: 400 },
    portal: { sees: 'POST /a 5' },
  },
  {
    name: 'a Connection that names an absent field',
    send: get('Connection: x-nobody, keep-alive\r\n'),
    outcome: { sees: 'GET /a 0' },
  },
]

const codings: RawCase[] = [
  ...[
    'xchunked',
    'chunkedx',
    'gzip',
    'identity',
    'gzip, chunked',
    'chunked, gzip',
    'chunked, chunked',
    'chunked,',
    ',chunked',
    '"chunked"',
    "'chunked'",
    'chunked;q=1',
    'chun ked',
    '',
    'x',
    'chunked\x0b',
    '\x0bchunked',
    'cow',
    'chunKed gzip',
    '\xa0chunked',
  ].map((value) => ({
    name: `a transfer coding ${JSON.stringify(value)}`,
    send: post(`Transfer-Encoding: ${value}\r\n`, `0\r\n\r\n`),
    outcome: refused,
    // An empty entry of a list counts for nothing (RFC 9110 section 5.6.1).
    ...(['chunked,', ',chunked'].includes(value) ? { portal: { sees: 'POST /a 0' } } : {}),
  })),
  ...['chunked', 'Chunked', 'CHUNKED', ' chunked ', '\tchunked'].map((value) => ({
    name: `a transfer coding ${JSON.stringify(value)}`,
    send: post(`Transfer-Encoding: ${value}\r\n`, '5\r\nhello\r\n0\r\n\r\n'),
    outcome: { sees: 'POST /a 5' },
  })),
  ...[
    chunked + length('5'),
    length('5') + chunked,
    length('0') + chunked,
    chunked + chunked,
    `${chunked}Transfer-Encoding: identity\r\n`,
    `Transfer-Encoding: identity\r\n${chunked}`,
    `${chunked}X: y\r\n${length('3')}`,
  ].map((fields, index) => ({
    name: `framing said twice, ${index + 1}`,
    send: post(fields, `0\r\n\r\n${poison}`),
    outcome: refused,
  })),
  {
    name: 'chunks by HTTP/1.0',
    send: `${line('POST', '/a', 'HTTP/1.0')}${host}${chunked}\r\n0\r\n\r\n`,
    outcome: refused,
  },
  ...[
    'Transfer-Encoding : chunked',
    'Transfer-Encoding\t: chunked',
    'Transfer_Encoding: chunked\r\nContent-Length : 5',
    'Transfer-Encoding:\x0bchunked',
    'Transfer-Encoding\x00: chunked',
    'X: y\nTransfer-Encoding: chunked',
    'X: y\rTransfer-Encoding: chunked',
    'Transfer-Encoding: chunked\nX: y',
    'Transfer-Encoding:\n chunked',
    'Transfer-Encoding:\r\n chunked',
    ' Transfer-Encoding: chunked',
  ].map((field) => ({
    name: `a field ${JSON.stringify(field)}`,
    send: post(`${length('5')}${field}\r\n`, `0\r\n\r\n${poison}`),
    outcome: refused,
  })),
]

const chunkBodies: RawCase[] = [
  ...[
    '5\nhello\r\n0\r\n\r\n',
    '5\rhello\r\n0\r\n\r\n',
    '5\r\nhello\n0\r\n\r\n',
    '5\r\nhello0\r\n\r\n',
    '5\r\nhelloo\r\n0\r\n\r\n',
    '4\r\nhello\r\n0\r\n\r\n',
    '-5\r\nhello\r\n0\r\n\r\n',
    '+5\r\nhello\r\n0\r\n\r\n',
    '0x5\r\nhello\r\n0\r\n\r\n',
    '5 \r\nhello\r\n0\r\n\r\n',
    ' 5\r\nhello\r\n0\r\n\r\n',
    '5 5\r\nhello\r\n0\r\n\r\n',
    'g\r\nhello\r\n0\r\n\r\n',
    '\r\nhello\r\n0\r\n\r\n',
    ';a=b\r\nhello\r\n0\r\n\r\n',
    '10000000000000005\r\nhello\r\n0\r\n\r\n',
    'ffffffffffffffff\r\nhello\r\n0\r\n\r\n',
    '5,\r\nhello\r\n0\r\n\r\n',
    '5_0\r\nhello\r\n0\r\n\r\n',
    '5\x00\r\nhello\r\n0\r\n\r\n',
    '5\r\nhello\r\n0\n\r\n',
    '5\r\nhello\r\n-0\r\n\r\n',
    '5.\r\nhello\r\n0\r\n\r\n',
    '5\r\nhello\r\n0 0\r\n\r\n',
  ].map((body) => ({
    name: `chunks ${JSON.stringify(body.slice(0, 24))}`,
    send: post(chunked, body),
    outcome: refused,
  })),
  ...[
    '5\r\nhello\r\n0\r\n\r\n',
    '05\r\nhello\r\n0\r\n\r\n',
    '0005\r\nhello\r\n00\r\n\r\n',
    '1\r\nh\r\n4\r\nello\r\n0\r\n\r\n',
    '5;a\r\nhello\r\n0\r\n\r\n',
    '5;a=b\r\nhello\r\n0;c=d\r\n\r\n',
    '5;a="b;c"\r\nhello\r\n0\r\n\r\n',
  ].map((body) => ({
    name: `chunks ${JSON.stringify(body.slice(0, 24))}`,
    send: post(chunked, body),
    outcome: { sees: 'POST /a 5' },
  })),
  {
    name: 'a trailer',
    send: post(chunked, '5\r\nhello\r\n0\r\nX-Trailer: 1\r\n\r\n'),
    outcome: { sees: 'POST /a 5' },
    portal: 'not asked',
  },
  {
    name: 'a trailer that is a request',
    send: post(chunked, '0\r\nGET /poison HTTP/1.1\r\nHost: site.example\r\n\r\n'),
    outcome: { sees: 'POST /a 0' },
    portal: 'not asked',
  },
  {
    name: 'trailers without end',
    send: post(chunked, `0\r\n${'X: y\r\n'.repeat(2_000)}\r\n`),
    outcome: refused,
    portal: 'not asked',
  },
  {
    name: 'an extension without end',
    send: post(chunked, `5;${'x'.repeat(4_000)}\r\nhello\r\n0\r\n\r\n`),
    outcome: refused,
    portal: 'not asked',
  },
  {
    name: 'chunks byte by byte',
    send: [...(post(chunked, '5;x=y\r\nhello\r\n3\r\nyou\r\n0\r\n\r\n').match(/[\s\S]{1,24}/g) ?? [])],
    outcome: { sees: 'POST /a 8' },
  },
  {
    name: 'a chunk that is a request',
    send: post(chunked, `${poison.length.toString(16)}\r\n${poison}\r\n0\r\n\r\n`),
    outcome: { sees: `POST /a ${poison.length}` },
  },
]

/** Body framing, and the parties that may hide it. */
export const framingCases: RawCase[] = [...lengths, ...connections, ...codings, ...chunkBodies]
