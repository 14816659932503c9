import { Hono, type Context as HonoContext } from 'hono'
import { readBody } from '#server/http/bodies/body.ts'
import type { FormTransport } from '#server/http/forms.ts'
import type { RequestEnv } from '#server/http/transport.ts'
import { DomainError, notFound } from '#shared/errors.ts'
import { isSignedBy } from '../drivers/razorpay/razorpay.ts'
import { readEvent } from '../drivers/razorpay/read.ts'
import { receiveEvent } from '../service/events.ts'
import { maxWebhookBytes, webhookPath } from './routes.ts'

type C = HonoContext<RequestEnv>

const idPattern = /^[!-~]{1,64}$/

/** The id of an event; one without an id gets a hash of its bytes. */
function eventIdOf(header: string | null, body: Uint8Array): string {
  if (header !== null && idPattern.test(header)) return header
  return `sha256:${new Bun.CryptoHasher('sha256').update(body).digest('hex').slice(0, 40)}`
}

function parse(body: Uint8Array) {
  let json: unknown
  try {
    json = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
  } catch {
    throw new DomainError('BAD_REQUEST', 'The request body is not valid JSON.')
  }
  const event = readEvent(json)
  if (!event) throw new DomainError('BAD_REQUEST', 'This is not an event.')
  return event
}

/** Only signed content counts: it is stored before it is acknowledged, and processed by a job. */
async function receive(c: C, transport: FormTransport): Promise<Response> {
  const { headers } = c.req.raw
  // Razorpay may send many events in a burst; unsigned requests are limited below.
  const ctx = await transport.contextOf(c, { poll: true, unlimited: true })
  const secret = ctx.env.RAZORPAY_WEBHOOK_SECRET
  if (secret === undefined) throw notFound('This path')
  const body = await readBody(c.req.raw, maxWebhookBytes)
  if (!isSignedBy(secret, body, headers.get('x-razorpay-signature'))) {
    await transport.contextOf(c, { poll: true })
    throw new DomainError('UNAUTHORIZED', 'Unauthorized')
  }
  await receiveEvent(ctx, { eventId: eventIdOf(headers.get('x-razorpay-event-id'), body), ...parse(body) })
  return Response.json({ ok: true })
}

/** Receives Razorpay's events about payment links and refunds. */
export function paymentsHttp(transport: FormTransport): Hono<RequestEnv> {
  const app = new Hono<RequestEnv>()
  app.post(webhookPath, (c) => receive(c, transport).catch((error: unknown) => transport.refuse(c, error)))
  return app
}
