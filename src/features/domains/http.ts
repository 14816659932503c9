import { Hono } from 'hono'
import { exportZone } from '#features/zones/zone-file/export.ts'
import { disposition } from '#server/http/bodies/disposition.ts'
import type { RequestEnv, Transport } from '#server/http/transport.ts'
import { readId } from '#shared/schema.ts'

/** The zone file of a domain. */
export function domainsHttp(transport: Pick<Transport, 'customerOf' | 'refuse'>): Hono<RequestEnv> {
  const app = new Hono<RequestEnv>()
  app.get('/api/domains/:id/dns/export', async (c) => {
    try {
      const ctx = await transport.customerOf(c)
      const { fileName, text } = await exportZone(ctx, readId(c.req.param('id')))
      const headers = new Headers(ctx.reply.headers)
      headers.set('content-type', 'text/plain; charset=utf-8')
      headers.set('content-disposition', disposition('attachment', fileName))
      return new Response(text, { headers })
    } catch (error) {
      return transport.refuse(c, error)
    }
  })
  return app
}
