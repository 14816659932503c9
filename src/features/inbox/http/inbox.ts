import { Hono, type Context as HonoContext } from 'hono'
import { maxMessageBytes } from '#features/mailboxes/contract/rules.ts'
import type { CustomerContext } from '#server/context.ts'
import { disposition } from '#server/http/bodies/disposition.ts'
import { readMultipart } from '#server/http/bodies/multipart.ts'
import { createConcurrencyLimit } from '#server/http/limits/concurrency-limit.ts'
import type { RequestEnv, Transport } from '#server/http/transport.ts'
import { invalid, notFound } from '#shared/errors.ts'
import { readId } from '#shared/schema.ts'
import { viewInput } from '../contract.ts'
import { tooLarge } from '../drafts/content.ts'
import { attach } from '../drafts/save.ts'
import { findDraft } from '../drafts/stored.ts'
import { findMailbox } from '../service/find-mailbox.ts'
import { openOwn, readOwn } from '../service/open.ts'
import { viewOf, viewPolicy } from '../service/view.ts'
import { profileOf } from '../set-up/profile.ts'
import { attachmentsOfDraft } from './routes.ts'

type C = HonoContext<RequestEnv>

const attachmentsAtOnce = 4
const maxName = 200
const inert = {
  'content-security-policy': "sandbox; default-src 'none'",
  'x-content-type-options': 'nosniff',
}
const unkept = { 'cache-control': 'private, no-store' }

const placeOf = (c: C) => ({
  id: readId(c.req.param('id')),
  messageId: readId(c.req.param('messageId')),
})

/** The media type is sniffed, and only images are displayed inline. */
async function sendAttachment(ctx: CustomerContext, c: C): Promise<Response> {
  const n = c.req.param('n') ?? ''
  const { bytes } = await readOwn(ctx, placeOf(c))
  if (!/^\d{1,4}$/.test(n)) throw notFound('This attachment')
  const found = await ctx.messageReader.readAttachment(bytes, Number(n))
  if (found === null) throw notFound('This attachment')
  const isInline = found.isPicture && c.req.query('disposition') !== 'attachment'
  return new Response(found.bytes, {
    headers: {
      ...inert,
      ...unkept,
      'content-type': found.type === 'text/plain' ? 'text/plain; charset=utf-8' : found.type,
      'content-disposition': disposition(isInline ? 'inline' : 'attachment', found.name),
    },
  })
}

async function sendSource(ctx: CustomerContext, c: C): Promise<Response> {
  const { row, file } = await openOwn(ctx, placeOf(c))
  const name =
    row.subject
      .replace(/[^\p{L}\p{N} ._-]/gu, '')
      .trim()
      .slice(0, 80) || 'message'
  return new Response(file, {
    headers: {
      ...inert,
      ...unkept,
      'content-type': 'message/rfc822',
      'content-disposition': disposition('attachment', `${name}.eml`),
    },
  })
}

async function sendView(ctx: CustomerContext, c: C): Promise<Response> {
  const { remote } = viewInput.parse(c.req.query())
  const { bytes } = await readOwn(ctx, placeOf(c))
  const read = await ctx.messageReader.read(bytes, { remote })
  return new Response(viewOf(read), {
    headers: {
      ...unkept,
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': viewPolicy({
        remote,
        isFramed: c.req.header('sec-fetch-dest') === 'iframe',
      }),
      'x-content-type-options': 'nosniff',
    },
  })
}

const utf8 = (name: string): string => name.toWellFormed().replace(/[\p{Cc}\p{Zl}\p{Zp}/\\]/gu, '_')

/**
 * The single file of a form, which must fit into a message. @throws TOO_LARGE, INVALID without one, and the errors of an
 * unreadable body
 */
async function readFile(request: Request): Promise<{ name: string; content: Uint8Array }> {
  let found: { name: string; content: Uint8Array } | null = null
  await readMultipart(
    request,
    {
      field: () => {},
      async file(name, bytes) {
        const chunks: Uint8Array[] = []
        let size = 0
        for await (const chunk of bytes) {
          size += chunk.length
          if (size > maxMessageBytes) throw tooLarge()
          chunks.push(chunk)
        }
        found = { name: utf8(name).trim().slice(-maxName) || 'attachment', content: Buffer.concat(chunks) }
      },
    },
    { maxFiles: 1 },
  )
  if (found === null) throw invalid('file', 'Choose a file.')
  return found
}

async function receiveAttachment(ctx: CustomerContext, c: C): Promise<Response> {
  const place = { id: readId(c.req.param('id')), draftId: readId(c.req.param('draftId')) }
  const account = await findMailbox(ctx, place.id)
  await findDraft(ctx, account, place.draftId)
  const answer = await attach(ctx, place, await readFile(c.req.raw))
  return Response.json(answer, { status: 201 })
}

async function sendProfile(ctx: CustomerContext, c: C): Promise<Response> {
  const row = await findMailbox(ctx, readId(c.req.param('id')))
  return new Response(profileOf(ctx, row), {
    headers: {
      ...inert,
      ...unkept,
      'content-type': 'application/x-apple-aspen-config',
      'content-disposition': disposition('attachment', 'mail.mobileconfig'),
    },
  })
}

/** Attachments, messages as files and as documents, and the iOS profile. */
export function inboxHttp(transport: Pick<Transport, 'customerOf' | 'refuse'>): Hono<RequestEnv> {
  const app = new Hono<RequestEnv>()
  const limit = createConcurrencyLimit(attachmentsAtOnce, 'attachments')
  const forCustomer = (work: (ctx: CustomerContext, c: C) => Promise<Response>) => async (c: C) => {
    try {
      const ctx = await transport.customerOf(c)
      const answer = await limit.run(ctx.user.id, () => work(ctx, c))
      for (const [name, value] of ctx.reply.headers) answer.headers.append(name, value)
      return answer
    } catch (error) {
      return transport.refuse(c, error)
    }
  }
  const message = '/api/email/accounts/:id/messages/:messageId'
  app.get(`${message}/attachments/:n`, forCustomer(sendAttachment))
  app.get(`${message}/source`, forCustomer(sendSource))
  app.get(`${message}/view`, forCustomer(sendView))
  app.post(attachmentsOfDraft, forCustomer(receiveAttachment))
  app.get('/api/email/accounts/:id/profile.mobileconfig', forCustomer(sendProfile))
  return app
}
