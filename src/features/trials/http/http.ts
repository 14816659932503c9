import { Hono, type Context as HonoContext } from 'hono'
import { readMultipart } from '#server/http/bodies/multipart.ts'
import { type FormTransport, pickFields, readForm, redirect, submitForm } from '#server/http/forms.ts'
import { createConcurrencyLimit } from '#server/http/limits/concurrency-limit.ts'
import type { RequestEnv } from '#server/http/transport.ts'
import { limiterKey } from '#shared/address.ts'
import { createdTrialOutput, reportTrialInput } from '../contract/contract.ts'
import { maxSiteFiles } from '../contract/limits.ts'
import { createTrial } from '../service/create-trial.ts'
import { reportTrial } from '../service/report.ts'

/** Concurrent uploads per address. */
const uploadsAtOnce = 2
/** Uploads may include files that macOS, Windows and repositories add to a folder; they are left out afterwards. */
const maxParts = 4 * maxSiteFiles

type C = HonoContext<RequestEnv>

/** Report form for browsers without scripts: the same rules and limits as the API call. */
async function receiveReport(c: C, transport: FormTransport): Promise<Response> {
  const ctx = await transport.contextOf(c, { poll: false })
  const name = c.req.param('name') ?? ''
  const values = pickFields(await readForm(c.req.raw), ['email', 'message'])
  const url = `/report-site/${encodeURIComponent(name)}`
  const submit = async () => {
    const { reference } = await reportTrial(ctx, await reportTrialInput.parseAsync({ ...values, name }))
    return redirect(ctx, `${url}?sent=${reference}`, 303)
  }
  return submitForm(c, transport, { url, refused: { values }, submit })
}

/** Public routes: uploads of temporary sites, and abuse reports. */
export function trialsHttp(transport: FormTransport): Hono<RequestEnv> {
  const app = new Hono<RequestEnv>()
  const limit = createConcurrencyLimit(uploadsAtOnce)
  app.post('/api/trials', async (c) => {
    try {
      const ctx = await transport.contextOf(c, { poll: false })
      const create = () =>
        createTrial(ctx, (take) =>
          readMultipart(c.req.raw, { field() {}, file: take }, { maxFiles: maxParts }),
        )
      const created = await limit.run(limiterKey(ctx.client.address), create)
      return Response.json(createdTrialOutput.parse(created), { status: 201, headers: ctx.reply.headers })
    } catch (error) {
      return transport.refuse(c, error)
    }
  })
  app.post('/report-site/:name', async (c) => {
    try {
      return await receiveReport(c, transport)
    } catch (error) {
      return transport.refuse(c, error)
    }
  })
  return app
}
