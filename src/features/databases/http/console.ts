import { Hono } from 'hono'
import type { HttpRoute } from '#server/feature.ts'
import { readJson } from '#server/http/body.ts'
import { sendJson } from '#server/http/compress-json.ts'
import type { RequestEnv, Transport } from '#server/http/transport.ts'
import { runQuery } from '../console/run-query.ts'
import { maxSqlBodyBytes, queryOutput, runQueryBody, runQueryInput } from '../contract/console.ts'

const path = '/api/databases/:id/query'

export const consoleRoutes: readonly HttpRoute[] = [
  {
    method: 'POST',
    path,
    access: 'customer',
    shared: { from: 'developer', by: { id: 'database' } },
    // Longer than the statements of a run may take, with the wait for a connection.
    idleSeconds: 90,
    description: {
      summary: 'Runs statements in a database, as its own user.',
      body: runQueryBody,
      answer: { type: 'application/json', schema: queryOutput },
      refusals: [404, 409, 413, 415, 422, 429, 503],
    },
  },
]

/** The console's queries, which end when whoever asked goes away. */
export function consoleHttp(transport: Pick<Transport, 'customerOf' | 'refuse'>): Hono<RequestEnv> {
  const app = new Hono<RequestEnv>()
  app.post(path, async (c) => {
    try {
      const request = c.req.raw
      const ctx = await transport.customerOf(c)
      const body = await readJson(request, maxSqlBodyBytes)
      const input = await runQueryInput.parseAsync({ ...(body as object), id: c.req.param('id') })
      const answer = await runQuery(ctx, input, request.signal)
      return sendJson(
        JSON.stringify(answer),
        { status: 200, headers: ctx.reply.headers },
        request.headers.get('accept-encoding'),
      )
    } catch (error) {
      return transport.refuse(c, error)
    }
  })
  return app
}
