import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { acceptedCodings, type Coding } from '#shared/http/codings.ts'
import { knowsEtag } from '#shared/http/etag.ts'

const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)

/** A page as sent; `encoding` is null when the browser accepts none of ours. */
type Encoded = { encoding: Coding['name'] | null; body: string | Uint8Array<ArrayBuffer> }

/** A page that is rendered once and sent to many. */
export type CachedPage = { etag: string; encode(accept: string | null): Promise<Encoded> }

// The best compression takes too long for a page sent once.
const quality = { once: 4, often: 11 }

const encodingFor = (accept: string | null): Encoded['encoding'] => acceptedCodings(accept)[0]?.name ?? null

async function encode(html: string, encoding: Encoded['encoding'], level: number): Promise<Encoded> {
  if (encoding === null) return { encoding, body: html }
  const params = { [constants.BROTLI_PARAM_QUALITY]: level }
  const data = encoding === 'br' ? await toBrotli(html, { params }) : await toGzip(html)
  return { encoding, body: new Uint8Array(data) }
}

/**
 * A page for one person, compressed as the request permits. Browsers do not send the session cookie with requests from other
 * sites, so nobody else can request it and learn from its length.
 */
export const encodePage = (html: string, accept: string | null): Promise<Encoded> =>
  encode(html, encodingFor(accept), quality.once)

/** A page for all visitors, compressed once per encoding. */
export function cachePage(html: string): CachedPage {
  const known = new Map<Encoded['encoding'], Promise<Encoded>>()
  return {
    etag: `W/"${Bun.hash(html).toString(36)}"`,
    encode(accept) {
      const encoding = encodingFor(accept)
      const found = known.get(encoding) ?? encode(html, encoding, quality.often)
      known.set(encoding, found)
      return found
    },
  }
}

/** The response with a page in the negotiated encoding. */
export function sendEncoded(
  { encoding, body }: Encoded,
  init: { status?: number; headers: Headers },
): Response {
  if (encoding) init.headers.set('content-encoding', encoding)
  return new Response(body, init)
}

/** A cached page in the client's encoding; 304 when the client has it. */
export async function sendCached(
  { headers: asked }: Request,
  page: CachedPage,
  headers: Headers,
): Promise<Response> {
  headers.set('etag', page.etag)
  if (knowsEtag(asked.get('if-none-match'), page.etag)) return new Response(null, { status: 304, headers })
  return sendEncoded(await page.encode(asked.get('accept-encoding')), { headers })
}
