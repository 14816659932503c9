import { afterAll, beforeAll, expect, test } from 'bun:test'
import { day } from '#shared/time.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { sendRaw } from '#test/support/raw.ts'
import { startTestGateway, type TestGateway } from '#test/support/sites.ts'
import { makeTrial, trialPages } from '#test/support/trials.ts'
import { trials } from './feature.ts'

let app: TestApp
let gateway: TestGateway
let stop: (() => Promise<void>) | undefined
beforeAll(async () => {
  app = await createTestApp({ sitesOrigin: () => gateway.url })
  gateway = await startTestGateway(app)
  stop = (await trials.serve(app.deps)).stop
})
afterAll(async () => {
  await gateway.stop(true)
  await stop?.()
  await app.close()
})

const pages = [
  ...trialPages,
  { path: 'about/index.html', content: '<h1>About</h1>' },
  { path: 'data.xml', content: '<a/>' },
]

async function open(path = '', init?: RequestInit) {
  const trial = await makeTrial(app, pages)
  return { trial, answer: await fetch(`${trial.url}${path}`, { redirect: 'manual', ...init }) }
}

test('a page is served in its own sandbox, hidden from search engines, without a cookie', async () => {
  const { trial, answer } = await open()
  expect(answer.status).toBe(200)
  const policy = answer.headers.get('content-security-policy') ?? ''
  const sandboxes = policy.split(/[;,]/).filter((part) => part.trim().startsWith('sandbox'))
  expect(sandboxes.length).toBeGreaterThan(0)
  for (const sandbox of sandboxes) expect(sandbox).not.toContain('allow-same-origin')
  expect(sandboxes[0]).not.toContain('allow-forms')
  expect(policy).toContain("form-action 'none'")
  expect(answer.headers.get('x-robots-tag')).toBe('noindex, nofollow')
  expect(answer.headers.get('referrer-policy')).toBe('no-referrer')
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  expect(answer.headers.get('set-cookie')).toBeNull()
  const html = await answer.text()
  expect(html).toContain('<h1>Shop</h1>')
  expect(html).toContain('Temporary site, until')
  expect(html).toContain(`http://portal.test/report-site/${trial.name}`)
})

test('serves relative links below the site’s own path, including folders', async () => {
  const { trial, answer } = await open('css/site.css')
  expect([answer.status, await answer.text()]).toEqual([200, 'h1{color:rgb(1,2,3)}'])
  expect(answer.headers.get('content-security-policy')).toContain('sandbox')
  const folder = await fetch(`${trial.url}about`, { redirect: 'manual' })
  expect([folder.status, folder.headers.get('location')]).toEqual([301, `/try/${trial.name}/about/`])
  const bare = await fetch((trial.url ?? '').replace(/\/$/, ''), { redirect: 'manual' })
  expect([bare.status, bare.headers.get('location')]).toEqual([308, `/try/${trial.name}/`])
  expect(await (await fetch(`${trial.url}about/`)).text()).toContain('<h1>About</h1>')
})

test('a page never gets a partial or 304 answer, because the bar is added', async () => {
  const headers = { range: 'bytes=0-3', 'if-modified-since': new Date(2 ** 41).toUTCString() }
  const { trial, answer } = await open('', { headers })
  expect(answer.status).toBe(200)
  const style = await fetch(`${trial.url}css/site.css`, { headers: { range: 'bytes=0-1' } })
  expect([style.status, await style.text()]).toEqual([206, 'h1'])
  const head = await fetch(trial.url ?? '', { method: 'HEAD' })
  expect([head.status, await head.text()]).toEqual([200, ''])
})

test('a raw request reaches no other site and no file outside', async () => {
  const { trial } = await open()
  const port = gateway.port
  const ask = async (path: string) => {
    const text = await sendRaw(port, `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n`)
    return Number(String(text).split(' ')[1])
  }
  expect(await ask(`/try/${trial.name}/`)).toBe(200)
  expect(await ask(`/try/${trial.name}/../${trial.name}/`)).toBe(400)
  expect(await ask(`/try/${trial.name}/%2e%2e/%2e%2e/portal.db`)).toBe(400)
  expect(await ask(`/try/${trial.name}/.git/config`)).toBe(404)
  expect(await ask(`/try/${'a'.repeat(26)}/`)).toBe(404)
})

test('an ended, removed or taken-down site disappears immediately', async () => {
  const { trial } = await open()
  const url = trial.url ?? ''
  const { cookie } = await app.addAdministrator()
  const list = (await app.request('/api/admin/trials', { cookie })).body as {
    items: { id: string; name: string }[]
  }
  const id = list.items.find(({ name }) => name === trial.name)?.id
  expect((await app.request(`/api/admin/trials/${id}`, { method: 'DELETE', cookie })).status).toBe(200)
  expect((await fetch(url)).status).toBe(404)
  expect((await app.request(`/api/admin/trials/${id}`, { method: 'DELETE', cookie })).status).toBe(404)
  const other = await open()
  app.advance(day + 1)
  const ended = await fetch(other.trial.url ?? '')
  expect([ended.status, ended.headers.get('x-robots-tag')]).toEqual([404, 'noindex, nofollow'])
})

test('a report reaches the administrators as a message and counts in their list', async () => {
  const { trial } = await open()
  const path = `/api/trials/${trial.name}/report`
  const json = { email: 'asha@example.com', message: 'It asks for the password of my bank.' }
  const reply = await app.request(path, { json, address: '203.0.113.77' })
  expect(reply.status).toBe(201)
  expect((await app.request(path, { json: { ...json, message: '' }, address: '203.0.113.78' })).status).toBe(
    422,
  )
  const unknown = `/api/trials/${'a'.repeat(26)}/report`
  expect((await app.request(unknown, { json, address: '203.0.113.79' })).status).toBe(404)
  const { cookie } = await app.addAdministrator()
  const messages = (await app.request('/api/admin/contact-messages', { cookie })).body
  const [message] = (messages as { items: { subject: string; message: string }[] }).items
  expect(message?.subject).toBe(`Temporary site ${trial.name}`)
  expect(message?.message).toContain(json.message)
  const list = (await app.request('/api/admin/trials', { cookie })).body
  const row = (list as { items: { name: string; reports: number }[] }).items.find(
    ({ name }) => name === trial.name,
  )
  expect(row?.reports).toBe(1)
  const customer = await app.addCustomer()
  expect((await app.request('/api/admin/trials', { cookie: customer.cookie })).status).toBe(403)
})

test('visits to temporary sites count as traffic for no service', async () => {
  await open()
  expect(app.deps.traffic.of('try')).toMatchObject({ requests: 0, bytesOut: 0 })
})
