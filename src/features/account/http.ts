import { Hono } from 'hono'
import type { CustomerContext } from '#server/context.ts'
import type { HttpRoute } from '#server/feature.ts'
import { disposition } from '#server/http/bodies/disposition.ts'
import type { RequestEnv, Transport } from '#server/http/transport.ts'
import { readId } from '#shared/schema.ts'
import { openExport } from './export/fetch.ts'

export const routes: readonly HttpRoute[] = [
  {
    method: 'GET',
    path: '/api/user/export/:id/download',
    access: 'customer',
    scope: 'session',
    // Slow connections need time; this is Bun's maximum.
    idleSeconds: 255,
    description: {
      summary: 'Downloads your data archive, once.',
      answer: { type: 'application/zip' },
      refusals: [404, 409],
    },
  },
]

async function send(ctx: CustomerContext, id: string, isQuestion: boolean): Promise<Response> {
  const { sizeBytes, body } = await openExport(ctx, { id, isQuestion })
  const headers = new Headers(ctx.reply.headers)
  headers.set('content-type', 'application/zip')
  headers.set('content-disposition', disposition('attachment', 'your-data.zip'))
  headers.set('content-length', String(sizeBytes))
  headers.set('cache-control', 'private, no-store')
  return new Response(body, { headers })
}

/** Serves the data archive as a file. */
export function accountHttp(transport: Pick<Transport, 'customerOf' | 'refuse'>): Hono<RequestEnv> {
  const app = new Hono<RequestEnv>()
  app.get('/api/user/export/:id/download', async (c) => {
    try {
      const ctx = await transport.customerOf(c)
      return await send(ctx, readId(c.req.param('id')), c.req.method === 'HEAD')
    } catch (error) {
      return transport.refuse(c, error)
    }
  })
  return app
}
