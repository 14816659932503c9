import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import type { Domain } from '#features/domains/contract/contract.ts'
import { insertActiveService } from '#test/support/active-service.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import type { DnsRecord } from './contract/records.ts'
import type { Subdomain } from './contract/subdomains.ts'

let app: TestApp
let cookie: string
let domain: Domain
let counter = 0
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  const owner = await app.addCustomer()
  cookie = owner.cookie
  await insertActiveService(app, owner.id)
  counter += 1
  const json = { name: `edited-${counter}`, tld: 'com' }
  domain = (await app.request('/api/domains/register', { method: 'POST', cookie, json })).body as Domain
})

const call = async (method: string, path: string, json?: unknown) =>
  app.request(`/api/domains/${domain.id}${path}`, { method, cookie, ...(json === undefined ? {} : { json }) })
const records = async () => (await call('GET', '/dns')).body as DnsRecord[]

describe('a record that was changed since it was opened', () => {
  const written = { type: 'TXT', name: 'a', ttl: 3_600 }
  const opened = async () => (await call('POST', '/dns', { ...written, value: 'one' })).body as DnsRecord

  test('is not overwritten: 409 returns the current version, and with that version it is', async () => {
    const { id, version } = await opened()
    expect((await call('PUT', `/dns/${id}`, { ...written, value: 'first tab', version })).status).toBe(200)
    const late = await call('PUT', `/dns/${id}`, { ...written, value: 'second tab', version })
    const now = (await records()).find((record) => record.id === id)
    expect(late).toMatchObject({
      status: 409,
      body: { code: 'CONFLICT', record: now, message: expect.stringContaining('first tab') },
    })
    expect(now?.value).toBe('first tab')
    const again = { ...written, value: 'second tab', version: now?.version }
    expect((await call('PUT', `/dns/${id}`, again)).body).toMatchObject({ value: 'second tab' })
  })

  test('is not deleted either, and a new TTL of its set counts as a change', async () => {
    const { id, version } = await opened()
    await call('POST', '/dns', { ...written, value: 'two', ttl: 60 })
    expect((await call('DELETE', `/dns/${id}?version=${version}`)).status).toBe(409)
    const now = (await records()).find((record) => record.id === id)
    expect((await call('DELETE', `/dns/${id}?version=${now?.version}`)).status).toBe(200)
  })

  test('is changed anyway by a caller who gives no version', async () => {
    const { id } = await opened()
    expect((await call('PUT', `/dns/${id}`, { ...written, value: 'two' })).status).toBe(200)
    expect((await call('DELETE', `/dns/${id}`)).status).toBe(200)
  })
})

describe('undoing a change of a subdomain', () => {
  const subdomain = async (name: string) =>
    ((await call('GET', '/subdomains')).body as Subdomain[]).find((each) => each.name === name)
  const add = async (name: string) =>
    (await call('POST', '/subdomains', { name, target: '192.0.2.7' })).body as Subdomain
  const undoLatest = async () => {
    const [change] = (await call('GET', '/history')).body as { id: string }[]
    return call('POST', `/history/${change?.id}/undo`, {})
  }

  test('restores a deleted one in the list, and undoing that removes it again', async () => {
    const { id } = await add('shop')
    await call('DELETE', `/subdomains/${id}`)
    expect((await undoLatest()).status).toBe(200)
    expect(await subdomain('shop')).toMatchObject({ target: '192.0.2.7', status: 'active' })
    await undoLatest()
    expect(await subdomain('shop')).toBeUndefined()
    expect((await records()).filter(({ name }) => name === 'shop')).toEqual([])
  })

  test('removes a new one with its record, and undoing that restores it', async () => {
    await add('shop')
    await undoLatest()
    expect(await subdomain('shop')).toBeUndefined()
    await undoLatest()
    expect(await subdomain('shop')).toMatchObject({ target: '192.0.2.7', status: 'active' })
  })

  test('leaves one inactive that was inactive before', async () => {
    await add('mail')
    await undoLatest()
    expect(await subdomain('mail')).toMatchObject({ status: 'inactive' })
  })
})
