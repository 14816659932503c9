import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { day } from '#shared/time.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { buyService, type Due, daysAfter, passTo, payInvoice } from '#test/support/renewals.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

type Domain = { id: string; status: string; expires: string; autoRenew: boolean }

async function register() {
  const { cookie, userId, serviceId, administrator, post } = await buyService(app)
  // The service's own renewals are not tested here.
  await post('renew', { terms: 36 })
  const all = async () => (await app.request('/api/renewals/due', { cookie })).body as Due[]
  for (const due of await all()) await payInvoice(app, userId, due)
  const name = `shop-${Bun.randomUUIDv7()}`
  const { body } = await app.request('/api/domains/register', { cookie, json: { name, serviceId } })
  const { id } = body as Domain
  const read = async () => {
    const list = (await app.request('/api/domains', { cookie })).body as Domain[]
    return list.find((domain) => domain.id === id) as Domain
  }
  const due = async () => (await all()).filter(({ domainId }) => domainId === id)
  const pay = async () => {
    for (const each of await due()) await payInvoice(app, userId, each)
  }
  const set = (json: object) => app.request(`/api/domains/${id}/settings`, { method: 'PUT', cookie, json })
  const change = (name: 'terminate' | 'restore') =>
    app.request(`/api/admin/services/${serviceId}/${name}`, { cookie: administrator.cookie, json: {} })
  return { id, cookie, read, due, pay, set, change }
}

describe('a domain', () => {
  test('is billed when it is registered, and again 30 days before its year ends', async () => {
    const { read, due, pay } = await register()
    expect(await due()).toMatchObject([{ kind: 'domain', amount: 999 }])
    const { expires } = await read()
    await pay()
    expect(await read()).toMatchObject({ status: 'active', expires })
    await passTo(app, daysAfter(expires, -31), 400 * day)
    expect(await due()).toEqual([])
    await passTo(app, daysAfter(expires, -30))
    expect(await due()).toMatchObject([{ kind: 'domainRenewal', amount: 999 }])
    await pay()
    expect(new Date((await read()).expires).getUTCFullYear()).toBe(new Date(expires).getUTCFullYear() + 1)
  })

  test('expires after the grace period when unpaid, and is restored by its payment', async () => {
    const { read, due, pay } = await register()
    await pay()
    const { expires } = await read()
    await passTo(app, daysAfter(expires, -30), 400 * day)
    await passTo(app, daysAfter(expires, 6))
    expect((await read()).status).toBe('active')
    await passTo(app, daysAfter(expires, 8))
    expect((await read()).status).toBe('expired')
    expect(await due()).toHaveLength(1)
    await pay()
    const after = await read()
    expect(after.status).toBe('active')
    expect(new Date(after.expires) > new Date(expires)).toBe(true)
  })

  test('costs nothing more and ends when its renewal is off', async () => {
    const { read, due, pay, set } = await register()
    await pay()
    await set({ autoRenew: false })
    const { expires } = await read()
    await passTo(app, daysAfter(expires, 6), 400 * day)
    expect(await due()).toEqual([])
    expect((await read()).status).toBe('active')
    await passTo(app, daysAfter(expires, 8))
    expect((await read()).status).toBe('expired')
  })

  test('is not billed when its service has ended, until the service is restored', async () => {
    const { id, cookie, read, due, pay, change } = await register()
    await pay()
    const { expires } = await read()
    await passTo(app, daysAfter(expires, -30), 400 * day)
    expect(await due()).toMatchObject([{ kind: 'domainRenewal' }])
    await change('terminate')
    await passTo(app, daysAfter(expires, -20))
    expect(await due()).toEqual([])
    const reply = await app.request(`/api/domains/${id}/renew`, { cookie, json: {} })
    expect([reply.status, reply.body]).toMatchObject([
      409,
      { message: 'The service of this domain has ended, and the domain ends with it.' },
    ])
    await change('restore')
    await passTo(app, daysAfter(expires, -18))
    expect(await due()).toMatchObject([{ kind: 'domainRenewal' }])
  })

  test('can be renewed at any time, once', async () => {
    const { id, cookie, pay, due, read } = await register()
    const renew = () => app.request(`/api/domains/${id}/renew`, { cookie, json: {} })
    expect((await renew()).status).toBe(409)
    await pay()
    const { expires } = await read()
    expect((await renew()).status).toBe(201)
    expect(await due()).toMatchObject([{ kind: 'domainRenewal' }])
    await pay()
    expect(new Date((await read()).expires) > new Date(expires)).toBe(true)
  })
})

test('costs nothing when registered at another registrar', async () => {
  const { cookie, serviceId } = await buyService(app)
  const name = `elsewhere-${Bun.randomUUIDv7()}.example.com`
  const connected = await app.request('/api/domains/connect', { cookie, json: { name, serviceId } })
  expect(connected.status).toBe(201)
  const { id } = connected.body as { id: string }
  const due = (await app.request('/api/renewals/due', { cookie })).body as Due[]
  expect(due.filter(({ domainId }) => domainId !== null)).toEqual([])
  expect((await app.request(`/api/domains/${id}/renew`, { cookie, json: {} })).status).toBe(404)
})
