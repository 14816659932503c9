import { Hono, type Context as HonoContext } from 'hono'
import { readBody } from '#server/http/bodies/body.ts'
import { createGate } from '#server/http/limits/gate.ts'
import type { RequestEnv, Transport } from '#server/http/transport.ts'
import { knowsEtag } from '#shared/http/etag.ts'
import { readId } from '#shared/schema.ts'
import { second } from '#shared/time.ts'
import { maxPhotoBytes } from './contract/photo.ts'
import { assertSigned, readPhoto, receivePhoto } from './service/photos.ts'

type C = HonoContext<RequestEnv>
type PhotoTransport = Pick<Transport, 'contextOf' | 'customerOf' | 'refuse'>

/** Limits concurrent decoding: each image takes a core and the memory of its pixels. */
const decodedAtOnce = 2

/** A photo for its owner: a fixed content type, no embedding by other sites, and immutable at its URL. */
async function sendPhoto(c: C, transport: PhotoTransport): Promise<Response> {
  const ctx = await transport.customerOf(c)
  const { bytes, sha256 } = await readPhoto(ctx, readId(c.req.param('id')))
  const headers = new Headers(ctx.reply.headers)
  const etag = `"${sha256.slice(0, 32)}"`
  headers.set('etag', etag)
  headers.set('cache-control', 'private, max-age=31536000, immutable')
  headers.set('vary', 'Cookie')
  if (knowsEtag(c.req.header('if-none-match') ?? null, etag))
    return new Response(null, { status: 304, headers })
  headers.set('content-type', 'image/webp')
  headers.set('content-security-policy', "sandbox; default-src 'none'")
  headers.set('x-content-type-options', 'nosniff')
  return new Response(bytes, { headers })
}

/** Accepts photos at signed URLs, and serves them to their owners. */
export function profileHttp(transport: PhotoTransport): Hono<RequestEnv> {
  const app = new Hono<RequestEnv>()
  const gate = createGate({ atOnce: decodedAtOnce, waiting: 20, waitMs: 20 * second })
  app.put('/api/objects/:id', async (c) => {
    try {
      const ctx = await transport.contextOf(c, { poll: true })
      const { expires = '', signature = '' } = c.req.query()
      const upload = { id: readId(c.req.param('id')), expires: Number(expires), signature }
      assertSigned(ctx, upload)
      const image = await readBody(c.req.raw, maxPhotoBytes)
      const leave = await gate.enter()
      try {
        return Response.json(await receivePhoto(ctx, upload, image))
      } finally {
        leave()
      }
    } catch (error) {
      return transport.refuse(c, error)
    }
  })
  app.get('/api/objects/:id', async (c) => {
    try {
      return await sendPhoto(c, transport)
    } catch (error) {
      return transport.refuse(c, error)
    }
  })
  return app
}
