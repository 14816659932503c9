import { Hono } from 'hono'
import { disposition } from '#server/http/bodies/disposition.ts'
import type { RequestEnv, Transport } from '#server/http/transport.ts'
import { notFound } from '#shared/errors.ts'
import { rootPath } from './contract.ts'

/** The root certificate of the portal's own authority. */
export function certificatesHttp(transport: Pick<Transport, 'contextOf' | 'refuse'>): Hono<RequestEnv> {
  const app = new Hono<RequestEnv>()
  app.get(rootPath, async (c) => {
    try {
      const ctx = await transport.contextOf(c, { poll: false })
      const { readRoot } = ctx.certificateAuthority
      if (!readRoot) throw notFound('The certificate of an own authority')
      const headers = new Headers(ctx.reply.headers)
      headers.set('content-type', 'application/x-pem-file')
      headers.set('content-disposition', disposition('attachment', 'certificate-authority.pem'))
      return new Response(await readRoot(), { headers })
    } catch (error) {
      return transport.refuse(c, error)
    }
  })
  return app
}
