import { Hono } from 'hono'
import { createConcurrencyLimit } from '#server/http/concurrency-limit.ts'
import { readMultipart } from '#server/http/multipart.ts'
import type { RequestEnv, Transport } from '#server/http/transport.ts'
import { limiterKey } from '#shared/address.ts'
import { maxSiteFiles } from './contract/limits.ts'
import { createdTrialOutput } from './contract.ts'
import { createTrial } from './service/create-trial.ts'

/** Uploads of one address at a time. */
const uploadsAtOnce = 2
/** What macOS, Windows and repositories add to a folder comes too, and is left out afterwards. */
const maxParts = 4 * maxSiteFiles

/** Takes the files of temporary sites, from whoever sends them. */
export function trialsHttp(transport: Pick<Transport, 'contextOf' | 'refuse'>): Hono<RequestEnv> {
  const app = new Hono<RequestEnv>()
  const limit = createConcurrencyLimit(uploadsAtOnce)
  app.post('/api/trials', async (c) => {
    try {
      const ctx = await transport.contextOf(c, { poll: false })
      const create = () =>
        createTrial(ctx, (take) =>
          readMultipart(c.req.raw, { field() {}, file: take }, { maxFiles: maxParts }),
        )
      const made = await limit.run(limiterKey(ctx.client.address), create)
      return Response.json(createdTrialOutput.parse(made), { status: 201, headers: ctx.reply.headers })
    } catch (error) {
      return transport.refuse(c, error)
    }
  })
  return app
}
