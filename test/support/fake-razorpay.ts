import { createHmac } from 'node:crypto'

type Payment = { payment_id: string; amount: number; status: string; created_at: number }

type Link = {
  id: string
  reference_id: string
  amount: number
  amount_paid: number
  currency: string
  status: string
  short_url: string
  expire_by: number
  callback_url: string
  payments: Payment[]
}

type Refund = { id: string; payment_id: string; amount: number; receipt: string; status: string }

export const razorpayKeys = {
  RAZORPAY_KEY_ID: 'rzp_test_portal',
  RAZORPAY_KEY_SECRET: 'a secret-less key'.replaceAll(' ', '-'),
  RAZORPAY_WEBHOOK_SECRET: 'webhook-secret',
}

const refuse = (status: number, description: string) =>
  Response.json({ error: { code: 'BAD_REQUEST_ERROR', description } }, { status })

/**
 * A fake of Razorpay as far as the portal needs it, written from the public documentation: payment links, refunds and
 * signed webhooks. It was never compared with the real service.
 */
export function startFakeRazorpay() {
  let counter = 0
  const next = (prefix: string) => {
    counter += 1
    return `${prefix}_${String(counter).padStart(14, '0')}`
  }
  const links = new Map<string, Link>()
  const refunds: Refund[] = []
  const expected = `Basic ${Buffer.from(`${razorpayKeys.RAZORPAY_KEY_ID}:${razorpayKeys.RAZORPAY_KEY_SECRET}`).toString('base64')}`

  function create(body: Record<string, unknown>): Response {
    const reference = String(body.reference_id)
    if ([...links.values()].some((link) => link.reference_id === reference))
      return refuse(400, `payment link with given reference_id (${reference}) already exists`)
    const id = next('plink')
    const link: Link = {
      id,
      reference_id: reference,
      amount: Number(body.amount),
      amount_paid: 0,
      currency: String(body.currency),
      status: 'created',
      short_url: `https://rzp.example/i/${id}`,
      expire_by: Number(body.expire_by),
      callback_url: String(body.callback_url),
      payments: [],
    }
    links.set(id, link)
    return Response.json(link)
  }

  function refund(paymentId: string, body: Record<string, unknown>): Response {
    const made = { id: next('rfnd'), payment_id: paymentId, amount: Number(body.amount) }
    const row = { ...made, receipt: String(body.receipt), status: 'processed' }
    refunds.push(row)
    return Response.json(row)
  }

  async function answer(request: Request): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url)
    fake.asked.push(`${request.method} ${pathname}`)
    const own = await fake.answer?.(request)
    if (own) return own
    if (request.headers.get('authorization') !== expected) return refuse(401, 'Authentication failed')
    const [, , collection, id = '', verb] = pathname.split('/')
    const body = request.method === 'POST' ? await request.json().catch(() => ({})) : {}
    if (collection === 'payments' && verb === 'refunds')
      return Response.json({ items: refunds.filter((row) => row.payment_id === id) })
    if (collection === 'payments' && verb === 'refund') return refund(id, body)
    if (collection !== 'payment_links') return refuse(404, 'not found')
    if (request.method === 'POST' && id === '') {
      const made = create(body)
      return (await fake.answered?.(made)) ?? made
    }
    if (id === '') {
      const reference = searchParams.get('reference_id')
      const found = [...links.values()].filter(
        (link) => reference === null || link.reference_id === reference,
      )
      return Response.json({ payment_links: found })
    }
    const link = links.get(id)
    if (!link) return refuse(404, 'The id provided does not exist')
    if (verb !== 'cancel') return Response.json(link)
    if (link.status !== 'created') return refuse(400, 'Payment Link cannot be cancelled')
    link.status = 'cancelled'
    return Response.json(link)
  }

  const server = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: answer })
  const fake = {
    url: `http://127.0.0.1:${server.port}`,
    links,
    refunds,
    /** Method and path of every request. */
    asked: [] as string[],
    /** Answers in its place, or lets the request through. */
    answer: null as ((request: Request) => Response | null | Promise<Response | null>) | null,
    /** An answer that replaces the one to the creation of a link, which is created anyway. */
    answered: null as ((made: Response) => Response | null | Promise<Response | null>) | null,
    /** A customer pays on the page of a link. */
    pay(linkId: string, { amount, currency }: { amount?: number; currency?: string } = {}): Payment {
      const link = links.get(linkId)
      if (!link) throw new Error(`no link ${linkId}`)
      const paid = {
        payment_id: next('pay'),
        amount: amount ?? link.amount,
        status: 'captured',
        created_at: 1_795_000_000,
      }
      link.payments.push(paid)
      link.amount_paid += paid.amount
      link.currency = currency ?? link.currency
      link.status = 'paid'
      return paid
    },
    stop: () => server.stop(true),
  }
  return fake
}

export type FakeRazorpay = ReturnType<typeof startFakeRazorpay>

/** The webhook payload for a paid link ("Payment Links - Sample Payload" of its documentation). */
export const paidEvent = (link: Link, payment: Payment, event = 'payment_link.paid') => ({
  entity: 'event',
  account_id: 'acc_00000000000001',
  event,
  contains: ['payment', 'order', 'payment_link'],
  payload: {
    payment: {
      entity: {
        id: payment.payment_id,
        entity: 'payment',
        amount: payment.amount,
        currency: link.currency,
        status: 'captured',
        captured: true,
        email: 'asha@example.com',
        contact: '+919876543210',
      },
    },
    payment_link: {
      entity: {
        id: link.id,
        reference_id: link.reference_id,
        amount: link.amount,
        amount_paid: link.amount_paid,
        currency: link.currency,
        status: link.status,
      },
    },
  },
  created_at: payment.created_at,
})

export const signRazorpay = (body: string, secret = razorpayKeys.RAZORPAY_WEBHOOK_SECRET): string =>
  createHmac('sha256', secret).update(body).digest('hex')
