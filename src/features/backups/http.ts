import { Hono } from 'hono'
import type { RequestEnv, Transport } from '#server/http/transport.ts'
import { readId } from '#shared/schema.ts'
import { openDownload } from './service/download-backup.ts'

/** The archive of a backup as a download. */
export function backupsHttp(transport: Pick<Transport, 'customerOf' | 'refuse'>): Hono<RequestEnv> {
  const app = new Hono<RequestEnv>()
  app.get('/api/backups/:id/download', async (c) => {
    try {
      const ctx = await transport.customerOf(c)
      const id = readId(c.req.param('id'))
      const isHead = c.req.method === 'HEAD'
      const { path, sizeBytes } = await openDownload(ctx, { id, isHead })
      const headers = new Headers(ctx.reply.headers)
      headers.set('content-type', 'application/zip')
      headers.set('content-disposition', `attachment; filename="backup_${id}.zip"`)
      headers.set('content-length', String(sizeBytes))
      return new Response(Bun.file(path), { headers })
    } catch (error) {
      return transport.refuse(c, error)
    }
  })
  return app
}
