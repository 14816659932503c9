import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { claimJob, jobLeaseMs } from '#db/jobs.ts'
import { day, hour, minute, second } from '#shared/time.ts'
import { startReceiver } from '#test/support/receiver.ts'
import { createWebhookApp } from '#test/support/webhooks.ts'
import { deliverKind } from './service/queue.ts'

let world: Awaited<ReturnType<typeof createWebhookApp>>
let receiver: ReturnType<typeof startReceiver>
beforeEach(async () => {
  world = await createWebhookApp({ WEBHOOKS_ALLOW_PRIVATE: 'true' })
  receiver = startReceiver()
})
afterEach(async () => {
  await receiver.close()
  await world.app.close()
})

/** The signature of a delivery by Python's hmac, independent of the signing code. */
function signByPython(secret: string, { headers, body }: { headers: Headers; body: string }): string {
  const program = `
import base64, hashlib, hmac, sys
secret, identity, timestamp = sys.argv[1:]
key = base64.b64decode(secret.removeprefix('whsec_'))
signed = f'{identity}.{timestamp}.'.encode() + sys.stdin.buffer.read()
print('v1,' + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode())`
  const [id, timestamp] = [headers.get('webhook-id') ?? '', headers.get('webhook-timestamp') ?? '']
  const command = ['python3', '-c', program, secret, id, timestamp]
  return Bun.spawnSync(command, { stdin: Buffer.from(body) })
    .stdout.toString()
    .trim()
}
const hasPython = Bun.which('python3') !== null
if (!hasPython) console.log('the webhook signature test is skipped: apt-get install python3')

describe('a webhook', () => {
  test('shows its secret once, on creation and on rotation', async () => {
    const made = await world.call('POST', '', { url: receiver.url, description: 'Chat' })
    expect(made.status).toBe(201)
    const { id, secret } = made.body as { id: string; secret: string }
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    expect((await world.call('GET')).text).not.toContain('whsec_')
    const rotated = (await world.call('POST', `/${id}/secret`, {})).body as { secret: string }
    expect(rotated.secret).not.toBe(secret)
    const [row] = await world.app.store.read.select().from(world.app.store.t.webhooks)
    expect(JSON.stringify(row)).not.toContain(secret.slice(6))
  })

  test('is limited to ten', async () => {
    for (let i = 0; i < 10; i += 1) await world.add(receiver.url)
    const { status, body } = await world.call('POST', '', { url: receiver.url })
    expect([status, body]).toMatchObject([403, { code: 'LIMIT_REACHED', limit: 10, used: 10 }])
  })

  test('belongs to its owner', async () => {
    const { id } = await world.add(receiver.url)
    const { cookie } = await world.app.addCustomer()
    for (const [method, path, json] of [
      ['PATCH', '', { isEnabled: false }],
      ['DELETE', '', undefined],
      ['POST', '/secret', {}],
      ['POST', '/test', {}],
      ['GET', '/deliveries', undefined],
    ] as const) {
      expect((await world.call(method, `/${id}${path}`, json, cookie)).status).toBe(404)
    }
    expect((await world.app.request('/api/user/webhooks')).status).toBe(401)
    expect((await world.call('GET', '', undefined, cookie)).body).toEqual([])
  })

  test('gets its selected kinds, and nothing while it is disabled', async () => {
    const { id } = await world.add(receiver.url, { kinds: ['domain.lost'] })
    await world.tell()
    expect(await world.deliveries(id)).toEqual([])
    await world.call('PATCH', `/${id}`, { kinds: ['backup.failed'], isEnabled: false })
    await world.tell()
    expect(await world.deliveries(id)).toEqual([])
    expect((await world.call('POST', `/${id}/test`, {})).status).toBe(409)
    await world.call('PATCH', `/${id}`, { isEnabled: true })
    await world.tell()
    expect(await world.deliveries(id)).toHaveLength(1)
  })
})

describe('a delivery', () => {
  test.if(hasPython)(
    'is signed as another program signs it, and also with the old secret for a day',
    async () => {
      const { id, secret } = await world.add(receiver.url)
      const noticeId = await world.tell()
      await world.app.work()
      const [first] = receiver.got
      if (!first) throw new Error('nothing arrived')
      expect(JSON.parse(first.body)).toEqual({
        id: noticeId,
        kind: 'backup.failed',
        createdAt: world.app.deps.now().toISOString(),
        data: { subject: 'A backup failed', body: null, link: null, relatedId: world.customer.id },
      })
      expect(first.headers.get('webhook-id')).toBe(noticeId)
      expect(first.headers.get('webhook-signature')).toBe(signByPython(secret, first))
      const { secret: next } = (await world.call('POST', `/${id}/secret`, {})).body as { secret: string }
      const send = async () => {
        await world.call('POST', `/${id}/test`, {})
        await world.app.work()
        return receiver.got.at(-1) ?? first
      }
      const both = await send()
      expect(both.headers.get('webhook-signature')).toBe(
        `${signByPython(next, both)} ${signByPython(secret, both)}`,
      )
      world.app.advance(day + 1)
      const later = await send()
      expect(later.headers.get('webhook-signature')).toBe(signByPython(next, later))
    },
  )

  test('stores status, duration and the first kilobyte of a successful response', async () => {
    receiver.answerWith(() => new Response('é'.repeat(2_000), { status: 202 }))
    const { id } = await world.add(receiver.url)
    await world.tell()
    await world.app.work()
    const [delivery] = await world.deliveries(id)
    expect(delivery).toMatchObject({ status: 'delivered', statusCode: 202, attempts: 1, problem: null })
    expect(delivery?.durationMs).toBeNumber()
    expect(delivery?.answer).toBe('é'.repeat(512))
    world.app.advance(30 * day + 1)
    await world.app.work()
    expect(await world.deliveries(id)).toEqual([])
  })

  test('is retried later under the same id until it is accepted', async () => {
    receiver.answerWith(() => new Response('later', { status: 503 }))
    const { id } = await world.add(receiver.url)
    await world.tell()
    await world.app.work()
    await world.app.work()
    expect(receiver.got).toHaveLength(1)
    expect(await world.deliveries(id)).toMatchObject([{ status: 'queued', statusCode: 503, attempts: 1 }])
    receiver.answerWith(() => new Response('now'))
    world.app.advance(30 * second)
    await world.app.work()
    expect(await world.deliveries(id)).toMatchObject([{ status: 'delivered', statusCode: 200, attempts: 2 }])
    expect(new Set(receiver.got.map(({ headers }) => headers.get('webhook-id'))).size).toBe(1)
  })

  test('fails after its last attempt, and can be replayed', async () => {
    receiver.answerWith(() => new Response('no', { status: 500 }))
    const { id } = await world.add(receiver.url)
    await world.tell()
    for (const wait of [0, 30 * second, 2 * minute, 10 * minute, hour, 6 * hour]) {
      world.app.advance(wait)
      await world.app.work()
    }
    const [failed] = await world.deliveries(id)
    expect(failed).toMatchObject({ status: 'failed', attempts: 6, problem: 'The receiver answered 500.' })
    receiver.answerWith(() => new Response('yes'))
    expect((await world.call('POST', `/${id}/deliveries/${failed?.id}/replay`, {})).status).toBe(201)
    await world.app.work()
    expect(await world.deliveries(id)).toMatchObject([
      { status: 'delivered', messageId: failed?.messageId },
      { status: 'failed' },
    ])
    const missing = `/${id}/deliveries/${Bun.randomUUIDv7()}/replay`
    expect((await world.call('POST', missing, {})).status).toBe(404)
  })

  test('is repeated after a crash during an attempt: at least once', async () => {
    const { id } = await world.add(receiver.url)
    await world.tell()
    const claim = { holder: Bun.randomUUIDv7(), now: world.app.deps.now(), kinds: [deliverKind] }
    expect(await claimJob(world.app.store, claim)).toMatchObject({ kind: deliverKind })
    await world.app.work()
    expect(receiver.got).toEqual([])
    world.app.advance(jobLeaseMs + 1)
    await world.app.work()
    expect(receiver.got).toHaveLength(1)
    expect(await world.deliveries(id)).toMatchObject([{ status: 'delivered' }])
  })

  test('is limited to 60 a minute per customer; the others wait and all arrive', async () => {
    const { id } = await world.add(receiver.url)
    for (let i = 0; i < 130; i += 1) await world.tell()
    await world.app.work()
    expect(receiver.got).toHaveLength(60)
    world.app.advance(minute + 1)
    await world.app.work()
    expect(receiver.got).toHaveLength(120)
    world.app.advance(minute + 1)
    await world.app.work()
    expect(new Set(receiver.got.map(({ headers }) => headers.get('webhook-id'))).size).toBe(130)
    expect((await world.deliveries(id)).every(({ status }) => status === 'delivered')).toBe(true)
  }, 300_000)
})

test('a webhook is disabled after three days of failures, and its owner is notified', async () => {
  receiver.answerWith(() => new Response('no', { status: 500 }))
  const { id } = await world.add(receiver.url)
  const tellAndWait = async (wait: number) => {
    await world.tell()
    await world.app.work()
    world.app.advance(wait)
  }
  await tellAndWait(2 * day)
  await tellAndWait(day)
  expect((await world.call('GET')).body).toMatchObject([{ isEnabled: true }])
  await tellAndWait(0)
  expect((await world.call('GET')).body).toMatchObject([
    { isEnabled: false, problem: expect.stringContaining('3 days') },
  ])
  const { notifications: n } = world.app.store.t
  const told = await world.app.store.read.select().from(n).where(eq(n.kind, 'webhook.disabled'))
  expect(told).toMatchObject([{ relatedId: id }])
  await world.call('PATCH', `/${id}`, { isEnabled: true })
  expect((await world.call('GET')).body).toMatchObject([
    { isEnabled: true, problem: null, failingSince: null },
  ])
})
