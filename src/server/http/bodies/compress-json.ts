import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { acceptedCodings } from '#shared/http/codings.ts'

const toGzip = promisify(gzip)

/** Shorter answers fit into one packet. */
const leastBytes = 1_024
/** Longer ones would block other requests: they are compressed on another thread. */
const mostBytesAtOnce = 128 * 1_024

// The cheapest level: 6 KB take tens of microseconds and shrink to less than a third.
const level = 1

async function compress(bytes: Buffer<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  if (bytes.byteLength <= mostBytesAtOnce) return Bun.gzipSync(bytes, { level })
  return new Uint8Array(await toGzip(bytes, { level }))
}

const takesGzip = (accept: string | null): boolean =>
  acceptedCodings(accept).some(({ name }) => name === 'gzip')

/**
 * A JSON answer, compressed with gzip from one kilobyte on if the client accepts it. The ETag of a compressed answer is weak,
 * since it identifies the content and not the bytes.
 */
export async function sendJson(
  text: string,
  init: { status: number; headers: Headers },
  accept: string | null,
): Promise<Response> {
  const headers = new Headers(init.headers)
  const { status } = init
  if (!headers.has('content-type')) headers.set('content-type', 'application/json;charset=utf-8')
  if (Buffer.byteLength(text) < leastBytes) return new Response(text, { status, headers })
  headers.append('vary', 'Accept-Encoding')
  if (!takesGzip(accept)) return new Response(text, { status, headers })
  headers.set('content-encoding', 'gzip')
  const etag = headers.get('etag')
  if (etag?.startsWith('"')) headers.set('etag', `W/${etag}`)
  return new Response(await compress(Buffer.from(text)), { status, headers })
}
