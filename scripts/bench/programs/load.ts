import type { SocketHandler } from 'bun'

// Reads lines `{ url, unix?, cookie, requests, connections, etag? }` and answers each with `{ seconds, failed, refused, unchanged
// }`
// after that many answers. Speaks HTTP/1.1 on plain sockets: a client that costs more than the server would distort the result.

type Round = {
  url: string
  unix?: string
  cookie: string
  requests: number
  connections: number
  etag?: string
}
type Answer = { status: number; etag: string | null; length: number }
/** `refused`: by an overloaded server. */
type Result = { failed: number; refused: number; unchanged: number }

const headEnd = '\r\n\r\n'

/** The answer at the start of `text`, or `null` while its head is incomplete. Every server here sends a length. */
function readAnswer(text: string): Answer | null {
  const end = text.indexOf(headEnd)
  if (end === -1) return null
  const head = text.slice(0, end)
  const status = Number(head.slice(9, 12))
  const field = (name: string) => new RegExp(`\r\n${name}: ([^\r]*)`, 'i').exec(head)?.[1] ?? null
  const size = status === 304 ? 0 : Number(field('content-length') ?? Number.NaN)
  if (Number.isNaN(size)) throw new Error(`an answer without a length: ${head}`)
  return { status, etag: field('etag'), length: end + headEnd.length + size }
}

/** Sends the requests of one round on that many parallel connections; with an `etag`, as conditional requests. */
async function run({
  url,
  unix,
  cookie,
  requests,
  connections,
  etag,
}: Round): Promise<Result & { seconds: number }> {
  const { hostname, port, host, pathname } = new URL(url)
  const started = performance.now()
  const result: Result = { failed: 0, refused: 0, unchanged: 0 }
  let left = requests
  const work = async () => {
    let known = etag
    let text = ''
    let answer: Answer | null = null
    let arrived = 0
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const ask = () => {
      left -= 1
      const condition = known === undefined ? '' : `if-none-match: ${known}\r\n`
      return `GET ${pathname} HTTP/1.1\r\nhost: ${host}\r\ncookie: ${cookie}\r\n${condition}\r\n`
    }
    const take = ({ status, etag }: Answer) => {
      if (status === 304) result.unchanged += 1
      else if (status === 503) result.refused += 1
      else if (status !== 200) result.failed += 1
      // Like a polling browser: the newest answer becomes the known one.
      if (known !== undefined) known = etag ?? known
    }
    const handlers: SocketHandler = {
      data(socket, chunk) {
        arrived += chunk.length
        if (answer === null) {
          // One byte, one character: lengths are counted in bytes.
          text += chunk.toString('latin1')
          answer = readAnswer(text)
        }
        if (answer === null || arrived < answer.length) return
        take(answer)
        text = ''
        answer = null
        arrived = 0
        if (left > 0) socket.write(ask())
        else resolve()
      },
      close: () => reject(new Error('the server closed the line')),
      error: (_, error) => reject(error),
    }
    const socket =
      unix === undefined
        ? await Bun.connect({ hostname, port: Number(port), socket: handlers })
        : await Bun.connect({ unix, socket: handlers })
    if (left > 0) socket.write(ask())
    else resolve()
    await promise
    socket.end()
  }
  await Promise.all(Array.from({ length: connections }, work))
  return { ...result, seconds: (performance.now() - started) / 1000 }
}

for await (const line of console) if (line) console.log(JSON.stringify(await run(JSON.parse(line) as Round)))
