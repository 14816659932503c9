import { Hono, type Context as HonoContext } from 'hono'
import { z } from 'zod'
import { fileOutput } from '#features/files/contract/contract.ts'
import { extractInput } from '#features/files/contract/extract.ts'
import { findSettled } from '#features/files/service/settled.ts'
import { findShared } from '#features/files/sharing/share-file.ts'
import type { Context, CustomerContext } from '#server/context.ts'
import { readJson } from '#server/http/bodies/body.ts'
import { createConcurrencyLimit, uploadsAtOnce } from '#server/http/limits/concurrency-limit.ts'
import type { RequestEnv, Transport } from '#server/http/transport.ts'
import { DomainError, type ErrorBody, invalid, notFound } from '#shared/errors.ts'
import { contentRange } from '#shared/http/range.ts'
import { readId } from '#shared/schema.ts'
import { redeemTicket } from '../service/archive-ticket.ts'
import { extractZip } from '../service/extract-zip.ts'
import { answerArchive } from './archive.ts'
import { answerContent } from './content.ts'
import { answerExtract } from './extract.ts'
import { receiveUpload } from './upload.ts'

type C = HonoContext<RequestEnv>
type FileTransport = Pick<Transport, 'contextOf' | 'customerOf' | 'refuse'>
type UploadLimit = ReturnType<typeof createConcurrencyLimit>
type Extracting = { limit: UploadLimit; describe: (error: unknown) => Promise<ErrorBody> }

// Proxies truncate or refuse URLs much longer than these.
const idsInAddress = 100

const rows = z.array(fileOutput)

async function takeUpload(ctx: CustomerContext, c: C, limit: UploadLimit): Promise<Response> {
  const stored = await limit.run(ctx.user.id, () => receiveUpload(ctx, c.req.raw, c.req.query()))
  return Response.json(rows.parse(stored), { status: 201, headers: ctx.reply.headers })
}

async function takeOut(ctx: CustomerContext, c: C, { limit, describe }: Extracting): Promise<Response> {
  const body = (await readJson(c.req.raw)) as Record<string, unknown> | null
  const input = extractInput.parse({ ...body, id: c.req.param('id') })
  return answerExtract(
    (following) => limit.run(ctx.user.id, () => extractZip(ctx, input, following)),
    describe,
  )
}

async function sendArchive(ctx: CustomerContext, c: C): Promise<Response> {
  const ticket = c.req.query('ticket')
  if (ticket !== undefined) return answerArchive(ctx, await redeemTicket(ctx, ticket))
  const ids = (c.req.queries('ids') ?? []).flatMap((text) => text.split(',')).filter(Boolean)
  if (ids.length > idsInAddress)
    throw invalid(
      'ids',
      `Name at most ${idsInAddress} files in the URL. Send longer lists by POST to /api/files/archive.`,
    )
  return answerArchive(ctx, ids.map(readId))
}

async function sendContent(ctx: CustomerContext, c: C): Promise<Response> {
  return answerContent(ctx, c.req.raw, await findSettled(ctx, readId(c.req.param('id'))))
}

async function sendShared(ctx: Context, c: C): Promise<Response> {
  const token = c.req.param('token') ?? ''
  if (!/^[\w-]{32}$/.test(token)) throw notFound('This link')
  return answerContent(ctx, c.req.raw, await findShared(ctx, token))
}

/** Streaming routes: uploads, downloads and shared links. */
export function filesHttp(transport: FileTransport): Hono<RequestEnv> {
  const app = new Hono<RequestEnv>()
  const limit = createConcurrencyLimit(uploadsAtOnce)
  const handle = (work: (c: C) => Promise<Response>) => async (c: C) => {
    try {
      return await work(c)
    } catch (error) {
      const answer = transport.refuse(c, error)
      if (error instanceof DomainError && error.code === 'RANGE_NOT_SATISFIABLE')
        answer.headers.set('content-range', contentRange(null, Number(error.details?.size)))
      return answer
    }
  }
  const forCustomer = (work: (ctx: CustomerContext, c: C) => Promise<Response>) =>
    handle(async (c) => work(await transport.customerOf(c), c))
  app.post(
    '/api/files',
    forCustomer((ctx, c) => takeUpload(ctx, c, limit)),
  )
  app.post(
    '/api/files/:id/extract',
    forCustomer((ctx, c) =>
      takeOut(ctx, c, {
        limit,
        describe: (error) => transport.refuse(c, error).json() as Promise<ErrorBody>,
      }),
    ),
  )
  app.get('/api/files/archive', forCustomer(sendArchive))
  app.get('/api/files/:id/content', forCustomer(sendContent))
  const share = handle(async (c) => sendShared(await transport.contextOf(c, { poll: true }), c))
  app.get('/s/:token', async (c, next) => {
    const answer = await share(c)
    // Browsers get the HTML 404 for expired share links.
    return answer.status === 404 && c.req.header('accept')?.includes('text/html') ? next() : answer
  })
  return app
}
