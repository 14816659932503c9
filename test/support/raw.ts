import { connect, type Socket } from 'node:net'

/** A raw HTTP answer. `echo`: the request as the server behind saw it. */
export type RawAnswer = { status: number; echo: string | null; body: string; isClosing: boolean }

/** Sends bytes that no client would send, and returns all that comes back until the connection is closed or silent. */
export async function sendRaw(
  port: number,
  text: string | string[],
  { silenceMs = 1_500, endsAfter = false }: { silenceMs?: number; endsAfter?: boolean } = {},
): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>()
  let received = ''
  const end = () => resolve(received)
  const socket: Socket = connect(port, '127.0.0.1')
  let timer = setTimeout(end, silenceMs)
  socket.on('data', (bytes) => {
    received += bytes.toString('latin1')
    clearTimeout(timer)
    timer = setTimeout(end, 200)
  })
  socket.on('error', end)
  socket.on('close', end)
  for (const part of typeof text === 'string' ? [text] : text) {
    socket.write(part, 'latin1')
    if (typeof text !== 'string') await Bun.sleep(2)
  }
  if (endsAfter) socket.destroy()
  return promise.finally(() => {
    clearTimeout(timer)
    socket.destroy()
  })
}

function readChunks(text: string): { body: string; rest: string } {
  let body = ''
  let rest = text
  for (;;) {
    const end = rest.indexOf('\r\n')
    const size = Number.parseInt(rest.slice(0, end), 16)
    if (end < 0 || Number.isNaN(size)) throw new Error('unreadable chunks')
    body += rest.slice(end + 2, end + 2 + size)
    rest = rest.slice(end + 4 + size)
    if (size === 0) return { body, rest }
  }
}

/**
 * Parses the answers on a connection whose first request had `method`.
 * @throws Error when other bytes are left
 */
export function readAnswers(received: string, method = 'GET'): RawAnswer[] {
  const answers: RawAnswer[] = []
  let rest = received
  while (rest !== '') {
    const end = rest.indexOf('\r\n\r\n')
    const head = rest.slice(0, end)
    const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1])
    if (end < 0 || Number.isNaN(status)) throw new Error(`no answer: ${JSON.stringify(rest.slice(0, 80))}`)
    rest = rest.slice(end + 4)
    if (status === 100) continue
    const field = (name: string) => new RegExp(`\r\n${name}: ([^\r]*)`, 'i').exec(head)?.[1] ?? null
    const isBodiless = (answers.length === 0 && method === 'HEAD') || status === 304
    let body = ''
    if (!isBodiless && /chunked/i.test(field('transfer-encoding') ?? '')) ({ body, rest } = readChunks(rest))
    else if (!isBodiless) {
      const length = field('content-length') === null ? rest.length : Number(field('content-length'))
      if (rest.length < length) throw new Error('an answer that is cut off')
      body = rest.slice(0, length)
      rest = rest.slice(length)
    }
    answers.push({ status, echo: field('x-echo'), body, isClosing: field('connection') === 'close' })
  }
  return answers
}

/** An echo of a request: its method, URL and the length of its body. */
export async function echo(request: Request): Promise<Response> {
  const { pathname, search } = new URL(request.url)
  const body = await request.text()
  const seen = `${request.method} ${pathname}${search} ${body.length}`
  return new Response(seen, { headers: { 'x-echo': seen } })
}
