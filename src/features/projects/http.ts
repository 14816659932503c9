import { Readable } from 'node:stream'
import { Hono } from 'hono'
import { ZipFile } from 'yazl'
import type { CustomerContext } from '#server/context.ts'
import { disposition } from '#server/http/bodies/disposition.ts'
import type { RequestEnv, Transport } from '#server/http/transport.ts'
import { zipName } from '#shared/names/zip-name.ts'
import { readId } from '#shared/schema.ts'
import { previewPage, previewPolicy } from './preview.ts'
import { getFile } from './service/files.ts'
import { outlineProject } from './service/projects.ts'

type Outline = Awaited<ReturnType<typeof outlineProject>>

/** Streams the project's files as a zip, with one text in memory at a time. */
function zipProject(ctx: CustomerContext, { files }: Outline): ReadableStream<Uint8Array> {
  const zip = new ZipFile()
  for (const { id, name, updatedAt } of files) {
    zip.addReadStreamLazy(zipName(name), { mtime: updatedAt }, (ready) => {
      const give = ({ content }: { content: string }) =>
        ready(null, Readable.from([Buffer.from(content)], { objectMode: false }))
      getFile(ctx, { fileId: id }).then(give, (error) => ready(error, Readable.from([])))
    })
  }
  zip.end()
  const chunks = zip.outputStream[Symbol.asyncIterator]()
  return new ReadableStream({
    start(reader) {
      // A file deleted meanwhile aborts the download, so that a partial zip does not look complete.
      zip.on('error', (error) => reader.error(error))
    },
    async pull(reader) {
      const { done, value } = await chunks.next()
      if (done) reader.close()
      else reader.enqueue(Buffer.from(value))
    },
    async cancel() {
      await chunks.return?.()
    },
  })
}

/** Serves a project's zip, and the empty page that hosts previews. */
export function projectsHttp(transport: Pick<Transport, 'customerOf' | 'refuse'>): Hono<RequestEnv> {
  const app = new Hono<RequestEnv>()
  app.get('/api/projects/:id/download', async (c) => {
    try {
      const ctx = await transport.customerOf(c)
      const project = await outlineProject(ctx.store, ctx, readId(c.req.param('id')))
      const headers = new Headers(ctx.reply.headers)
      headers.set('content-type', 'application/zip')
      headers.set('content-disposition', disposition('attachment', `${project.name}.zip`))
      headers.set('content-security-policy', "sandbox; default-src 'none'")
      return new Response(zipProject(ctx, project), { headers })
    } catch (error) {
      return transport.refuse(c, error)
    }
  })
  app.get('/preview', () => {
    const headers = {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': previewPolicy,
      'cache-control': 'public, max-age=3600',
    }
    return new Response(previewPage, { headers })
  })
  return app
}
