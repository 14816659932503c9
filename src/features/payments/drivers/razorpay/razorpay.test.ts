import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { paidEvent, razorpayKeys, signRazorpay, startFakeRazorpay } from '#test/support/fake-razorpay.ts'
import { ProviderFailure } from '../provider.ts'
import { createRazorpay } from './razorpay.ts'
import { readEvent } from './read.ts'

let fake: ReturnType<typeof startFakeRazorpay>
beforeEach(() => {
  fake = startFakeRazorpay()
})
afterEach(() => fake.stop())

const open = (keySecret = razorpayKeys.RAZORPAY_KEY_SECRET) => {
  const provider = createRazorpay({
    url: fake.url,
    keyId: razorpayKeys.RAZORPAY_KEY_ID,
    keySecret,
    webhookSecret: razorpayKeys.RAZORPAY_WEBHOOK_SECRET,
  })
  if (!provider.online) throw new Error('not online')
  return { ...provider, online: provider.online }
}

const request = {
  id: '019aa000-0000-7000-8000-000000000001',
  amountPaise: 9_900,
  description: 'Starter',
  expiresAt: new Date('2026-12-01T00:00:00Z'),
  returnUrl: 'https://portal.example.com/pending-activation',
}

const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => null,
    (error) => error,
  )

test('creates a link once, even when the first response was lost', async () => {
  fake.answered = () => new Response('', { status: 502 })
  expect(await failureOf(open().online.openLink(request))).toMatchObject({ isPassing: true })
  fake.answered = null
  const link = await open().online.openLink(request)
  expect(link).toMatchObject({ amountPaise: 9_900, state: 'open', payments: [] })
  expect(fake.links.size).toBe(1)
})

test('finds a link by our id alone', async () => {
  const made = await open().online.openLink(request)
  expect(await open().online.readLink({ externalId: null, id: request.id })).toEqual(made)
  expect(await open().online.readLink({ externalId: null, id: 'another' })).toBeNull()
})

test('reads payments of a link with their amounts, in rupees alone', async () => {
  const { id } = await open().online.openLink(request)
  const paid = fake.pay(id)
  const link = { externalId: id, id: request.id }
  expect(await open().online.readLink(link)).toMatchObject({
    state: 'paid',
    payments: [{ id: paid.payment_id, amountPaise: 9_900 }],
  })
  fake.pay(id, { currency: 'USD' })
  const [first] = (await open().online.readLink(link))?.payments ?? []
  expect(first?.amountPaise).toBeNull()
})

test('closes a link twice without an error, and leaves a paid one unchanged', async () => {
  const { id } = await open().online.openLink(request)
  await open().online.closeLink(id)
  await open().online.closeLink(id)
  expect(fake.links.get(id)?.status).toBe('cancelled')
})

test('refunds once for repeated requests', async () => {
  const refund = { paymentId: 'pay_1', amountPaise: 5_000, id: '019aa000-0000-7000-8000-000000000002' }
  const first = await open().online.refund(refund)
  expect(await open().online.refund(refund)).toEqual(first)
  expect(first.state).toBe('paid')
  expect(fake.refunds).toHaveLength(1)
})

describe('a failure says what to do, and whether a retry may work:', () => {
  test.each([
    [
      'a wrong key',
      () => new Response('', { status: 401 }),
      'Razorpay rejects the key: check RAZORPAY_KEY_ID.',
      true,
    ],
    [
      'too many requests',
      () => new Response('', { status: 429 }),
      'Razorpay refused the request with 429: without a reason',
      true,
    ],
    [
      'a server error',
      () => new Response('<html>', { status: 500 }),
      'Razorpay refused the request with 500: without a reason',
      true,
    ],
    [
      'a redirect',
      () => Response.redirect('http://127.0.0.1:9/', 302),
      'Razorpay refused the request with 302: without a reason',
      true,
    ],
    ['another program', () => new Response('hello'), 'Razorpay sent an invalid response.', true],
    ['unexpected JSON', () => Response.json({ ok: 1 }), 'Razorpay sent an invalid response.', true],
    ['megabytes', () => new Response('x'.repeat(2_000_000)), "Razorpay's response is too large.", true],
  ] as const)('%s', async (_, answer, message, isPassing) => {
    fake.answer = answer
    const failure = await failureOf(open().online.openLink(request))
    expect(failure).toBeInstanceOf(ProviderFailure)
    expect(failure).toMatchObject({ message, isPassing })
    expect(fake.asked.filter((line) => line.startsWith('POST'))).toHaveLength(1)
  })

  test('an unreachable server', async () => {
    await fake.stop()
    expect(await failureOf(open().online.openLink(request))).toMatchObject({
      message: 'Razorpay is unreachable.',
      isPassing: true,
    })
  })
})

test('rejects a page that is not on the web', async () => {
  for (const short_url of ['javascript:alert(1)', 'not an address', 'file:///etc/passwd']) {
    fake.answer = () =>
      Response.json({ id: 'plink_1', short_url, amount: 9_900, currency: 'INR', status: 'created' })
    expect(await failureOf(open().online.openLink(request))).toBeInstanceOf(ProviderFailure)
  }
})

test('reports the health of its key', async () => {
  expect(await open().check()).toEqual({ isHealthy: true, version: 'v1', message: null })
  expect(await open('another-secret').check()).toEqual({
    isHealthy: false,
    version: null,
    message: 'Razorpay rejects the key: check RAZORPAY_KEY_ID.',
  })
})

test('accepts only a signature with the secret over the exact bytes', () => {
  const { isSigned } = open().online
  const body = '{"event":"payment_link.paid"}'
  const bytes = Buffer.from(body)
  expect(isSigned(bytes, signRazorpay(body))).toBe(true)
  expect(isSigned(bytes, signRazorpay(body).toUpperCase())).toBe(true)
  expect(isSigned(Buffer.from(`${body} `), signRazorpay(body))).toBe(false)
  for (const forged of [
    null,
    '',
    signRazorpay(body, 'other'),
    signRazorpay(body).slice(1),
    'é'.repeat(64),
    'z'.repeat(64),
  ])
    expect(isSigned(bytes, forged)).toBe(false)
})

test('reads only used fields of an event: no name, address or phone number', async () => {
  const { id } = await open().online.openLink(request)
  const paid = fake.pay(id)
  const link = fake.links.get(id)
  if (!link) throw new Error('no link')
  const event = readEvent(paidEvent(link, paid))
  expect(event).toEqual({
    type: 'payment_link.paid',
    facts: {
      linkId: id,
      referenceId: request.id,
      paymentId: paid.payment_id,
      amountPaise: 9_900,
      currency: 'INR',
      isCaptured: true,
      refundId: null,
      refundPaise: null,
    },
  })
  expect(readEvent({ event: 'account.updated' })).toMatchObject({ type: 'account.updated' })
  expect(readEvent([])).toBeNull()
})
