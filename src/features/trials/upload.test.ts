import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import { readEnv } from '#env'
import { day, hour } from '#shared/time.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { newAddress, sendTrial, sendTrialZip, trialPages } from '#test/support/trials.ts'
import type { CreatedTrial } from './contract/contract.ts'
import { maxPageBytes, maxSiteFiles } from './contract/limits.ts'
import { maxTrials } from './service/create-trial.ts'

const sitesOrigin = () => 'http://sites.test'
let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ sitesOrigin })
})
afterAll(() => app.close())

const folders = () => readdirSync(`${app.dataDir}/trials`).sort()
const made = (reply: { body: unknown }) => reply.body as CreatedTrial
const index = trialPages[0] ?? { path: 'index.html', content: '' }

describe('a visitor creates a temporary site', () => {
  test('from files by their paths, and gets its address and expiry', async () => {
    const reply = await sendTrial(app, trialPages)
    expect(reply.status).toBe(201)
    expect(made(reply)).toMatchObject({ files: 2, bytes: 91, state: 'temporary', problem: null })
    expect(made(reply).url).toBe(`http://sites.test/try/${made(reply).name}/`)
    expect(Date.parse(made(reply).expiresAt) - Date.parse(made(reply).createdAt)).toBe(day)
    const cookie = reply.headers.getSetCookie()[0] ?? ''
    expect(cookie).toMatch(/^portal-trial=[a-z2-7]{26}\.[\w-]{43}; HttpOnly; SameSite=Lax; Path=\/; /)
  })

  test('from a zip, without the one folder around the site', async () => {
    const parts = trialPages.map(({ path, content }) => ({ path: `shop/${path}`, content }))
    const reply = await sendTrialZip(app, parts)
    expect(made(reply)).toMatchObject({ files: 2, bytes: 91 })
    const [id = ''] = folders().slice(-1)
    expect(readdirSync(`${app.dataDir}/trials/${id}`)).toEqual(['site'])
    expect(readdirSync(`${app.dataDir}/trials/${id}/site`).sort()).toEqual(['css', 'index.html'])
  })

  test('and learns which files were left out because browsers cannot show them', async () => {
    const others = ['.git/config', 'setup.exe', 'index.php'].map((path) => ({ path, content: 'x' }))
    const reply = await sendTrial(app, [...trialPages, ...others])
    expect(made(reply).files).toBe(2)
    expect(made(reply).leftOut).toEqual({ count: 3, first: ['.git/config', 'index.php', 'setup.exe'] })
  })
})

describe('an invalid site is refused with a reason, and leaves nothing', () => {
  const many = Array.from({ length: maxSiteFiles }, (_, at) => ({ path: `${at}.css`, content: 'x' }))
  test.each([
    ['no file', [], 'Choose a folder, files or a zip.'],
    ['no first page', [{ path: 'about.html', content: 'x' }], /^There is no index.html at the top/],
    ['a path that leads out', [{ path: '../index.html', content: 'x' }], /is not an allowed file name/],
    ['a file twice', [index, index], 'Two of these files have the same name.'],
    [
      'a file in place of a folder',
      [...trialPages, { path: 'css/site.css/a.css', content: 'x' }],
      /both a file/,
    ],
    ['too many files', [index, ...many], 'A temporary site holds at most 500 files.'],
    ['a huge page', [{ ...index, content: 'x'.repeat(maxPageBytes + 1) }], /larger than 2 MB/],
  ])('%s', async (_, parts, message) => {
    const before = folders()
    const reply = await sendTrial(app, parts)
    expect(reply.status).toBe(422)
    expect((reply.body as { message: string }).message).toMatch(message)
    expect(folders()).toEqual(before)
  })

  test.each([
    ['leads out of its folder', [{ path: '../index.html', content: 'x' }], /points outside its folder/],
    ['holds a link', [index, { path: 'link.css', content: '/etc/passwd', mode: 0o120777 }], /neither a file/],
    ['unpacks to far more than its size', [{ ...index, size: 60 * 1024 ** 2 }], /far more than its size/],
    ['says less than it holds', [{ ...index, size: 3 }], /damaged/],
    ['holds wrong bytes', [{ ...index, crc: 1 }], /damaged/],
    ['is protected', [{ ...index, flags: 1 }], /password/],
  ])('a zip that %s', async (_, parts, message) => {
    const before = folders()
    const reply = await sendTrialZip(app, parts)
    expect(reply.status).toBe(422)
    expect((reply.body as { message: string }).message).toMatch(message)
    expect(folders()).toEqual(before)
  })

  test('rejects a body that is not a form', async () => {
    const reply = await app.request('/api/trials', { json: {}, address: newAddress() })
    expect(reply.status).toBe(415)
  })
})

describe('temporary sites are limited', () => {
  test('to three an hour and ten a day per address', async () => {
    const address = newAddress()
    const make = async () => (await sendTrial(app, trialPages, { address })).status
    const statuses: number[] = []
    for (let hours = 0; hours < 4; hours += 1) {
      for (let k = 0; k < 3; k += 1) statuses.push(await make())
      if (hours === 0) expect(await make()).toBe(429)
      app.advance(hour)
    }
    expect(statuses).toEqual([...Array(10).fill(201), 429, 429])
  })

  test('to twenty attempts an hour per address, including refused ones', async () => {
    const address = newAddress()
    const attempt = async () => (await sendTrial(app, [], { address })).status
    for (let k = 0; k < 20; k += 1) expect(await attempt()).toBe(422)
    expect(await attempt()).toBe(429)
  })

  test('to a total number, with an error beyond it', async () => {
    const full = await createTestApp({ sitesOrigin })
    const { trials } = full.store.t
    const now = full.deps.now()
    const row = { files: 1, bytes: 1, address: '', tokenHash: '', createdAt: now, expiresAt: now }
    const rows = Array.from({ length: maxTrials }, (_, at) => ({ ...row, name: String(at) }))
    await full.store.tx((tx) => tx.insert(trials).values(rows))
    const reply = await sendTrial(full, trialPages)
    expect([reply.status, reply.headers.get('retry-after')]).toEqual([503, '900'])
    expect((reply.body as { message: string }).message).toMatch(/^Too many temporary sites are online/)
    await full.close()
  })
})

test('rejects uploads while sites cannot be served', async () => {
  const closed = await createTestApp({ sitesOrigin: () => null })
  expect((await sendTrial(closed, trialPages)).status).toBe(503)
  await closed.close()
})

test('every call is unknown unless TRY_SITES is set', async () => {
  const off = await createTestApp({
    sitesOrigin,
    env: { ...readEnv({ DATA_DIR: app.dataDir }), NODE_ENV: 'test' },
  })
  const { cookie } = await off.addAdministrator()
  const name = 'a'.repeat(26)
  const json = { email: 'a@example.com', message: 'x' }
  const replies = [
    await sendTrial(off, trialPages),
    await off.request('/api/trials/current'),
    await off.request(`/api/trials/${name}`, { method: 'DELETE' }),
    await off.request(`/api/trials/${name}/keep`, { method: 'POST', cookie }),
    await off.request(`/api/trials/${name}/report`, { json }),
    await off.request('/api/admin/trials', { cookie }),
    await off.request(`/api/admin/trials/${Bun.randomUUIDv7()}`, { method: 'DELETE', cookie }),
  ]
  expect(replies.map(({ status }) => status)).toEqual(Array(7).fill(404))
  await off.close()
})
