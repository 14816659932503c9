import { afterAll, beforeAll, expect, test } from 'bun:test'
import { exists, mkdir, readdir, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { eq } from 'drizzle-orm'
import { day, minute, second } from '#shared/time.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { coloursAcross, stripedPng } from '#test/support/images.ts'
import { offeredAddress, sendImage, uploadPhoto } from '#test/support/profile.ts'
import { invariants } from './invariants.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const red = [255, 0, 0] as [number, number, number]
const [green, blue] = [[0, 255, 0] as typeof red, [0, 0, 255] as typeof red]
const square = stripedPng(64, 64, [red])
const wide = stripedPng(120, 40, [red, green, blue])

const save = (cookie: string, profileImageUrl: unknown) =>
  app.request('/api/user/profile', { method: 'PUT', cookie, json: { profileImageUrl } })

const pathOf = (address: string) => join(app.dataDir, 'objects', `${address.split('/').at(-1)}.webp`)

const see = async (cookie: string | undefined, address: string) => {
  const init = cookie ? { headers: { cookie } } : {}
  return app.portal.fetch(new Request(`http://portal.test${address}`, init), () => '192.0.2.1')
}

test('uploads, saves and shows a photo as a square of 512 px that no browser treats as anything else', async () => {
  const { cookie } = await app.addCustomer()
  const offered = await offeredAddress(app, cookie)
  expect(offered).toMatch(/^\/api\/objects\/[\da-f-]{36}\?expires=\d+&signature=[\w-]{43}$/)
  expect((await sendImage(app, offered, square)).status).toBe(200)
  const address = offered.split('?')[0] ?? ''
  const saved = await save(cookie, address)
  expect(saved.body).toMatchObject({ profileImageUrl: address })
  const shown = await see(cookie, address)
  expect(shown.status).toBe(200)
  expect(Object.fromEntries(shown.headers)).toMatchObject({
    'content-type': 'image/webp',
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, max-age=31536000, immutable',
    'content-security-policy': "sandbox; default-src 'none'",
  })
  const image = await new Bun.Image(await shown.bytes()).metadata()
  expect(image).toEqual({ width: 512, height: 512, format: 'webp' })
  const headers = { cookie, 'if-none-match': shown.headers.get('etag') ?? '' }
  const known = new Request(`http://portal.test${address}`, { headers })
  expect((await app.portal.fetch(known, () => '192.0.2.1')).status).toBe(304)
})

test('crops an oblong image to the square in its middle', async () => {
  const { cookie } = await app.addCustomer()
  const shown = await see(cookie, await uploadPhoto(app, cookie, wide))
  const [colour] = await coloursAcross(await shown.bytes(), 1)
  const [r = 255, g = 0, b = 255] = colour ?? []
  expect([r < 40, g > 200, b < 40]).toEqual([true, true, true])
})

test('an upload URL accepts one upload, also of two simultaneous ones', async () => {
  const { cookie } = await app.addCustomer()
  const offered = await offeredAddress(app, cookie)
  const answers = await Promise.all([sendImage(app, offered, square), sendImage(app, offered, square)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 404])
  expect((await sendImage(app, offered, square)).status).toBe(404)
})

test('an upload URL works for 10 minutes, and only as signed', async () => {
  const { cookie } = await app.addCustomer()
  const [offered, other] = [await offeredAddress(app, cookie), await offeredAddress(app, cookie)]
  const forged = [
    offered.replace(/expires=\d+/, `expires=${Date.now() * 2}`),
    offered.replace(/signature=./, 'signature=_'),
    offered.replace(/signature=.*/, ''),
    `${other.split('?')[0]}?${offered.split('?')[1]}`,
  ].filter((address) => address !== offered)
  for (const address of forged) expect((await sendImage(app, address, square)).status).toBe(404)
  app.advance(10 * minute)
  expect((await sendImage(app, offered, square)).status).toBe(404)
})

test('accepts 5,242,880 bytes and refuses one more; a refused upload leaves its URL valid', async () => {
  const { cookie } = await app.addCustomer()
  const offered = await offeredAddress(app, cookie)
  // Bytes after the end of a PNG are not part of the picture.
  const padded = (size: number) => Buffer.concat([square, Buffer.alloc(size - square.length)])
  expect((await sendImage(app, offered, padded(5_242_881))).status).toBe(413)
  expect((await sendImage(app, offered, padded(5_242_880))).status).toBe(200)
})

test('only a stored photo of the same customer can be saved, and only its owner sees it', async () => {
  const [owner, stranger] = [await app.addCustomer(), await app.addCustomer()]
  const address = await uploadPhoto(app, owner.cookie, square)
  const waiting = (await offeredAddress(app, owner.cookie)).split('?')[0]
  const wrong = [
    waiting,
    'https://elsewhere.example/photo.png',
    `https://elsewhere.example${address}`,
    '//elsewhere.example/x',
    'javascript:alert(1)',
    `${address}/..`,
    `/api/objects/${Bun.randomUUIDv7()}`,
  ]
  for (const url of wrong) {
    const reply = await save(owner.cookie, url)
    expect([url, reply.status]).toEqual([url, 422])
    expect((reply.body as { fields: object }).fields).toHaveProperty('profileImageUrl')
  }
  expect((await save(stranger.cookie, address)).status).toBe(422)
  expect((await see(stranger.cookie, address)).status).toBe(404)
  expect((await see(undefined, address)).status).toBe(401)
  expect((await save(owner.cookie, `http://portal.test${address}`)).body).toMatchObject({
    profileImageUrl: address,
  })
})

test('removes a replaced or deleted photo with its file', async () => {
  const { cookie } = await app.addCustomer()
  const [first, second] = [await uploadPhoto(app, cookie, square), await uploadPhoto(app, cookie, wide)]
  await save(cookie, first)
  await save(cookie, second)
  expect((await see(cookie, first)).status).toBe(404)
  await app.work()
  expect([await exists(pathOf(first)), await exists(pathOf(second))]).toEqual([false, true])
  expect((await save(cookie, null)).body).toMatchObject({ profileImageUrl: null })
  await app.work()
  expect(await exists(pathOf(second))).toBe(false)
})

test('removes an unsaved upload after a day, and keeps a shown photo', async () => {
  const { cookie } = await app.addCustomer()
  const [shown, forgotten] = [await uploadPhoto(app, cookie, square), await uploadPhoto(app, cookie, square)]
  const third = await app.addCustomer()
  const other = await uploadPhoto(app, third.cookie, square)
  await save(cookie, shown)
  app.advance(day - second)
  await app.work()
  expect(await exists(pathOf(other))).toBe(true)
  app.advance(second)
  await app.work()
  expect([await exists(pathOf(shown)), await exists(pathOf(other))]).toEqual([true, false])
  expect(await exists(pathOf(forgotten))).toBe(false)
})

test('keeps an upload that began within its 10 minutes, although the sweep runs meanwhile', async () => {
  const { cookie } = await app.addCustomer()
  const offered = await offeredAddress(app, cookie)
  app.advance(10 * minute - second)
  const { objects } = app.deps
  const put = async (key: string, bytes: Uint8Array) => {
    app.advance(2 * second)
    await app.work()
    await objects.put(key, bytes)
  }
  app.deps.objects = { ...objects, put }
  const answer = await sendImage(app, offered, square)
  app.deps.objects = objects
  expect(answer.status).toBe(200)
  expect((await save(cookie, offered.split('?')[0])).status).toBe(200)
})

test('an upload that takes too long leaves nothing, and does not report success', async () => {
  const { cookie } = await app.addCustomer()
  const offered = await offeredAddress(app, cookie)
  const { objects } = app.deps
  const put = async (key: string, bytes: Uint8Array) => {
    app.advance(day)
    await app.work()
    await objects.put(key, bytes)
  }
  app.deps.objects = { ...objects, put }
  const answer = await sendImage(app, offered, square)
  app.deps.objects = objects
  expect(answer.status).toBe(404)
  expect(await exists(pathOf(offered.split('?')[0] ?? ''))).toBe(false)
})

test('removes what a killed process left once the URL has expired', async () => {
  const { cookie } = await app.addCustomer()
  const offered = await offeredAddress(app, cookie)
  const path = pathOf(offered.split('?')[0] ?? '')
  const { photos } = app.store.t
  const isOne = eq(photos.id, basename(path, '.webp'))
  await app.store.tx((tx) => tx.update(tx.t.photos).set({ status: 'receiving' }).where(isOne))
  await mkdir(dirname(path), { recursive: true })
  await Bun.write(path, 'half')
  app.advance(day)
  await app.work()
  expect(await exists(path)).toBe(false)
  expect(await app.store.read.$count(photos, isOne)).toBe(0)
})

test('the doctor finds a profile without its photo, and a permanent photo without a profile', async () => {
  const broken = async () => {
    const counts = invariants.map(async ({ name, count }) =>
      (await count(app.store, app.dataDir, null)) > 0 ? [name] : [],
    )
    return (await Promise.all(counts)).flat()
  }
  const { cookie, id } = await app.addCustomer()
  const address = await uploadPhoto(app, cookie, square)
  await save(cookie, address)
  expect(await broken()).toEqual([])
  const { users } = app.store.t
  const show = (profileImageUrl: string | null) =>
    app.store.tx((tx) => tx.update(tx.t.users).set({ profileImageUrl }).where(eq(users.id, id)))
  await show(null)
  expect(await broken()).toEqual(['profile: a permanent photo is shown'])
  await show(`/api/objects/${Bun.randomUUIDv7()}`)
  expect(await broken()).toEqual(['profile: a shown photo is stored', 'profile: a permanent photo is shown'])
  await show(address)
  await rm(pathOf(address))
  expect(await broken()).toEqual(['profile: a photo on disk has its bytes'])
  await app.deps.objects.put(basename(pathOf(address)), square)
  expect(await broken()).toEqual(['profile: a photo on disk has its bytes'])
  await save(cookie, null)
})

test('reports a failing store, and leaves the URL valid for a retry', async () => {
  const { cookie } = await app.addCustomer()
  const offered = await offeredAddress(app, cookie)
  const { objects } = app.deps
  app.deps.objects = { ...objects, put: () => Promise.reject(new Error('no room')) }
  const refused = await sendImage(app, offered, square)
  app.deps.objects = objects
  expect(refused.status).toBe(503)
  expect(refused.text).not.toContain('no room')
  expect((await sendImage(app, offered, square)).status).toBe(200)
  expect((await readdir(join(app.dataDir, 'objects'))).filter((name) => !name.endsWith('.webp'))).toEqual([])
})

test('issues no upload URL without a session, and at most 30 an hour', async () => {
  expect((await app.request('/api/objects/upload', { method: 'POST' })).status).toBe(401)
  const { cookie } = await app.addCustomer()
  for (let i = 0; i < 30; i++) await offeredAddress(app, cookie)
  expect((await app.request('/api/objects/upload', { method: 'POST', cookie })).status).toBe(429)
})
