import { connect } from 'node:net'

// Reads one line `{ url, requests }` and sends that many requests of the kinds that scanners and broken clients send, from many
// addresses. Prints the counts by status; `none` is a connection closed without an answer.

export type HostilePlan = { url: string; requests: number }
export type Statuses = Record<string, number>

const atOnce = 64
/** A slow body takes this long, and then stops halfway. */
const slowMs = 250
const timeoutMs = 20_000
const words = 'x'.repeat(1_000)

const head = (line: string, index: number, ...headers: string[]): string =>
  [
    `${line} HTTP/1.1`,
    'host: portal.example.com',
    `x-forwarded-for: 10.${index >> 16}.${(index >> 8) & 255}.${index & 255}`,
    'connection: close',
    ...headers,
    '\r\n',
  ].join('\r\n')

const post = (path: string, index: number, body: string, ...headers: string[]): string =>
  head(
    `POST ${path}`,
    index,
    'content-type: application/json',
    `content-length: ${body.length}`,
    ...headers,
  ) + body

const kinds: ((index: number) => string)[] = [
  (index) => `\u0000\u0001 ${index}\r\n\r\n`,
  (index) => `GET / HTTP/9.9\r\nhost\r\n: ${index}\r\n\r\n`,
  (index) => head('GET /api/user', index, `x-long: ${words.repeat(60)}`),
  (index) => head('GET /', index, `x-longer: ${words.repeat(100)}`),
  (index) => head(`GET /wp-login.php?${index}`, index),
  (index) => head(`GET /api/unknown/${index}`, index),
  (index) => head(`GET /${'../'.repeat(20)}etc/passwd${index}%00`, index),
  (index) => head('GET /api/user-services', index, `cookie: session=${Bun.randomUUIDv7()}${index}`),
  (index) => head('GET /', index, `cookie: session=${words}; ${'a=b; '.repeat(1_000)}`),
  (index) => head('GET /api/user', index, `authorization: Bearer hp_${Bun.randomUUIDv7()}${index}`),
  (index) => post('/api/login', index, `{"emailOrMobile":${'['.repeat(2_000)}`),
  (index) =>
    post('/api/login', index, `{"emailOrMobile":"${index}@example.com","__proto__":{"isAdmin":true}}`),
  (index) => post('/api/contact', index, JSON.stringify({ name: words.repeat(90), message: { $ne: null } })),
  (index) => post('/api/trpc/auth.login', index, words.repeat(900)),
]

/** Sends a text and returns the status of the answer. */
async function send(url: URL, text: string, isSlow: boolean): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>()
  const socket = connect(Number(url.port), url.hostname)
  let seen = ''
  socket.setTimeout(timeoutMs, () => socket.destroy())
  socket.on('data', (bytes) => {
    if (seen.length < 12) seen += bytes.toString('latin1', 0, 12)
  })
  socket.on('error', () => {})
  socket.on('close', () => resolve(/^HTTP\/1.1 (\d+)/.exec(seen)?.[1] ?? 'none'))
  socket.write(isSlow ? text.slice(0, -50) : text)
  if (isSlow) setTimeout(() => socket.destroy(), slowMs)
  return promise
}

async function run({ url, requests }: HostilePlan): Promise<Statuses> {
  const statuses: Statuses = {}
  const target = new URL(url)
  let sent = 0
  const row = async () => {
    while (sent < requests) {
      const index = sent
      sent += 1
      const kind = kinds[index % kinds.length] ?? (() => '')
      // Every twentieth sender stops halfway.
      const status = await send(target, kind(index), index % 20 === 0)
      statuses[status] = (statuses[status] ?? 0) + 1
    }
  }
  await Promise.all(Array.from({ length: atOnce }, row))
  return statuses
}

for await (const line of console)
  if (line) console.log(JSON.stringify(await run(JSON.parse(line) as HostilePlan)))
