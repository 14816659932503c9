import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { existsSync, readdirSync } from 'node:fs'
import { eq } from 'drizzle-orm'
import { hour } from '#shared/time.ts'
import { activateService, createTestApp, type TestApp } from '#test/support/app.ts'
import { createFileOwner, type FileOwner, multipart } from '#test/support/files.ts'
import { countWrongTotals } from './upkeep/check-totals.ts'

let app: TestApp
let owner: FileOwner
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  owner = await createFileOwner(app)
})
afterAll(() => app.close())

const set = (
  values: { status?: 'suspended'; busy?: 'restore'; diskBytes?: number },
  id = owner.serviceId,
) => {
  const { userServices } = app.store.t
  return app.store.tx((tx) => tx.update(userServices).set(values).where(eq(userServices.id, id)))
}
const used = async () => {
  const { userServices } = app.store.t
  const [row] = await app.store.read.select().from(userServices).where(eq(userServices.id, owner.serviceId))
  return row?.diskBytes
}
const trash = async () => (await owner.call('GET', '/api/files/trash')).body as { id: string }[]
const totals = async () => {
  const input = encodeURIComponent('{}')
  const { body } = await owner.call('GET', `/api/trpc/files.trashTotals?input=${input}`)
  return (body as { result: { data: unknown } }).result.data
}
const bytesInTrash = () => readdirSync(`${owner.folder}/trash`)
const discard = async (name: string, bytes: string, path?: string) => {
  const { id } = await owner.upload(name, bytes, path === undefined ? {} : { path })
  await owner.call('DELETE', `/api/files/${id}`)
  return id
}

describe('emptying the trash', () => {
  test('removes everything, folders with their contents, and frees the storage', async () => {
    await owner.upload('kept.txt', 'kept')
    await owner.upload('deep.txt', 'deep words', { path: 'papers/old' })
    await discard('one.txt', 'one')
    const folder = (await owner.list('?path=')).find(({ fileName }) => fileName === 'papers')
    await owner.call('DELETE', `/api/files/${folder?.id}`)
    expect(await totals()).toEqual({ entries: 4, bytes: 13 })
    expect(await used()).toBe(17)
    const reply = await owner.call('DELETE', '/api/files/trash')
    expect([reply.status, reply.body]).toEqual([200, { ok: true }])
    expect([await trash(), await totals(), bytesInTrash()]).toEqual([[], { entries: 0, bytes: 0 }, []])
    expect(await used()).toBe(4)
    expect((await owner.list()).map(({ fileName }) => fileName)).toEqual(['kept.txt'])
    expect(await countWrongTotals(app.store)).toBe(0)
    expect((await owner.call('DELETE', '/api/files/trash')).status).toBe(200)
  })

  test('empties one service’s trash and leaves the others', async () => {
    await discard('one.txt', 'one')
    app.advance(hour)
    const other = await activateService(app, owner.cookie, { domain: `${owner.id.slice(-9)}.example.com` })
    const form = multipart({ serviceId: other.serviceId }, [{ name: 'two.txt', bytes: 'two' }])
    const sent = await app.request('/api/files', { cookie: owner.cookie, body: form })
    const [two] = sent.body as { id: string }[]
    await owner.call('DELETE', `/api/files/${two?.id}`)
    await owner.call('DELETE', `/api/files/trash?serviceId=${owner.serviceId}`)
    expect(await trash()).toMatchObject([{ id: two?.id }])
    await owner.call('DELETE', '/api/files/trash')
    expect(await trash()).toEqual([])
  })

  test('is refused while one of the services is suspended or being restored, and removes nothing', async () => {
    const id = await discard('one.txt', 'one')
    await set({ status: 'suspended' })
    expect((await owner.call('DELETE', '/api/files/trash')).body).toMatchObject({ code: 'WRONG_STATE' })
    expect((await owner.call('DELETE', `/api/files/trash/${id}`)).body).toMatchObject({ code: 'WRONG_STATE' })
    const busy = await createFileOwner(app)
    owner = busy
    await discard('two.txt', 'two')
    await set({ busy: 'restore' })
    expect((await owner.call('DELETE', '/api/files/trash')).body).toMatchObject({ code: 'BUSY' })
    expect(await trash()).toHaveLength(1)
  })

  test('needs a session', async () => {
    expect((await app.request('/api/files/trash', { method: 'DELETE' })).status).toBe(401)
    const path = `/api/files/trash/${Bun.randomUUIDv7()}`
    expect((await app.request(path, { method: 'DELETE' })).status).toBe(401)
  })
})

describe('deleting one entry from the trash', () => {
  test('removes only that entry, permanently', async () => {
    const [one, other] = [await discard('one.txt', 'one'), await discard('other.txt', 'other')]
    expect((await owner.call('DELETE', `/api/files/trash/${one}`)).body).toEqual({ ok: true })
    expect(await trash()).toMatchObject([{ id: other }])
    expect(bytesInTrash()).toEqual([other])
    expect((await owner.call('POST', `/api/files/${one}/undelete`, {})).status).toBe(404)
    expect((await owner.call('DELETE', `/api/files/trash/${one}`)).status).toBe(404)
    expect(await used()).toBe(5)
  })

  test('refuses a file that is not in the trash', async () => {
    const { id } = await owner.upload('live.txt', 'live')
    expect((await owner.call('DELETE', `/api/files/trash/${id}`)).status).toBe(404)
    expect((await owner.call('DELETE', '/api/files/trash/none')).status).toBe(404)
    expect(existsSync(`${owner.folder}/public/live.txt`)).toBe(true)
  })
})

describe('an upload over quota', () => {
  const fill = async () => {
    const { pricingPlans } = app.store.t
    const [plan] = await app.store.read.select().from(pricingPlans).where(eq(pricingPlans.name, 'Starter'))
    await set({ diskBytes: (plan?.limits.diskBytes ?? 0) - 2 })
  }

  test('learns how much storage the trash uses', async () => {
    await discard('old.txt', 'twelve bytes')
    await fill()
    const refused = await owner.send('new.txt', 'new')
    expect([refused.status, refused.body]).toMatchObject([
      413,
      { code: 'TOO_LARGE', trashBytes: 12, message: expect.stringContaining('trash') },
    ])
    await owner.call('DELETE', '/api/files/trash')
    expect((await owner.send('new.txt', 'new')).status).toBe(201)
  })

  test('learns it also when its files precede the service field, or the trash is empty', async () => {
    await fill()
    const form = new FormData()
    form.append('file', new File(['new'], 'new.txt'))
    form.append('serviceId', owner.serviceId)
    const refused = await app.request('/api/files', { cookie: owner.cookie, body: form })
    expect([refused.status, refused.body]).toMatchObject([413, { trashBytes: 0 }])
  })
})
