import { Hono, type Context as HonoContext } from 'hono'
import type { CustomerContext } from '#server/context.ts'
import { createConcurrencyLimit } from '#server/http/limits/concurrency-limit.ts'
import type { RequestEnv, Transport } from '#server/http/transport.ts'
import { readId } from '#shared/schema.ts'
import { exportInput, importOutput } from '../contract/contract.ts'
import { answerExport } from './export.ts'
import { receiveImport } from './import.ts'

type C = HonoContext<RequestEnv>

const exportsAtOnce = 2

/** Exports and imports, which stream. */
export function databasesHttp(transport: Pick<Transport, 'customerOf' | 'refuse'>): Hono<RequestEnv> {
  const app = new Hono<RequestEnv>()
  const limit = createConcurrencyLimit(exportsAtOnce, 'exports')
  const forCustomer = (work: (ctx: CustomerContext, c: C) => Promise<Response>) => async (c: C) => {
    try {
      return await work(await transport.customerOf(c), c)
    } catch (error) {
      return transport.refuse(c, error)
    }
  }
  app.get(
    '/api/databases/:id/export',
    forCustomer((ctx, c) => {
      const { gzip: isGzip } = exportInput.parse(c.req.query())
      const wish = { id: readId(c.req.param('id')), isGzip, isHead: c.req.method === 'HEAD' }
      return answerExport(ctx, wish, { limit, signal: c.req.raw.signal })
    }),
  )
  app.post(
    '/api/databases/:id/import',
    forCustomer(async (ctx, c) => {
      const row = await receiveImport(ctx, c.req.raw, readId(c.req.param('id')))
      return Response.json(importOutput.parse(row), { headers: ctx.reply.headers })
    }),
  )
  return app
}
