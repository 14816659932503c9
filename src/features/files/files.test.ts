import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { mkdir, readdir, readFile, rm, symlink } from 'node:fs/promises'
import { eq } from 'drizzle-orm'
import { activateService, createTestApp, placeOrder, type TestApp } from '#test/support/app.ts'
import { createFileOwner, type FileOwner, multipart } from '#test/support/files.ts'
import { insertFiles } from '#test/support/many-files.ts'
import { leastEntries, mostEntries } from './service/entries.ts'

let app: TestApp
let owner: FileOwner
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  owner = await createFileOwner(app)
})
afterAll(() => app.close())

const onDisk = (path: string) => readFile(`${owner.folder}/public/${path}`, 'utf8')
const used = async () => {
  const { userServices } = app.store.t
  const [row] = await app.store.read.select().from(userServices).where(eq(userServices.id, owner.serviceId))
  return row?.diskBytes
}
const leftovers = async () => (await readdir(`${owner.folder}/tmp`).catch(() => [])).length

describe('an upload', () => {
  test('returns the rows and stores the bytes in the site', async () => {
    const form = multipart({ serviceId: owner.serviceId, path: 'img/icons' }, [
      { name: 'one.png', bytes: 'first' },
      { name: 'हिन्दी";x.txt', bytes: 'second' },
    ])
    const reply = await app.request('/api/files', { cookie: owner.cookie, body: form })
    expect(reply.status).toBe(201)
    expect(reply.body).toMatchObject([
      {
        fileName: 'one.png',
        path: 'img/icons',
        filePath: 'img/icons/one.png',
        fileType: 'image/png',
        fileSize: 5,
      },
      { fileName: 'हिन्दी";x.txt', serviceId: owner.serviceId, service: { plan: { name: 'Starter' } } },
    ])
    expect(await onDisk('img/icons/one.png')).toBe('first')
    expect((await owner.list('?path=')).map(({ fileName, isFolder }) => [fileName, isFolder])).toEqual([
      ['img', true],
    ])
    expect(await owner.list(`/${owner.serviceId}`)).toHaveLength(4)
    expect(await used()).toBe(11)
    expect(await leftovers()).toBe(0)
  })

  test('accepts files before fields', async () => {
    const form = new FormData()
    form.append('file', new File(['x'], 'a.txt'))
    form.append('serviceId', owner.serviceId)
    expect((await app.request('/api/files', { cookie: owner.cookie, body: form })).status).toBe(201)
    expect(await onDisk('a.txt')).toBe('x')
    expect(await readdir(`${app.dataDir}/incoming`)).toEqual([])
  })

  test('replaces the welcome page without asking', async () => {
    expect(await owner.list()).toEqual([])
    await owner.upload('index.html', '<h1>mine</h1>')
    expect(await onDisk('index.html')).toBe('<h1>mine</h1>')
  })

  test('asks about an existing name and applies the choice', async () => {
    const first = await owner.upload('a.txt', 'old')
    const asked = await owner.send('a.txt', 'new')
    expect(asked.status).toBe(409)
    expect(asked.body).toMatchObject({ code: 'CONFLICT', conflicts: ['a.txt'] })
    expect(await onDisk('a.txt')).toBe('old')
    const beside = await owner.upload('a.txt', 'beside', { conflict: 'keep-both' })
    expect(beside.fileName).toBe('a (2).txt')
    const replaced = await owner.upload('a.txt', 'newer', { conflict: 'replace' })
    expect(replaced).toMatchObject({ id: first.id, fileSize: 5 })
    expect(await onDisk('a.txt')).toBe('newer')
    expect(await used()).toBe(11)
    expect(await leftovers()).toBe(0)
  })

  test('treats NFC and NFD as one name', async () => {
    await owner.upload('caf\u00e9.txt', 'one')
    expect((await owner.send('cafe\u0301.txt', 'two')).status).toBe(409)
  })

  test.each(['../x', '..', '.', 'a/b', 'a\\b', 'a\u0000b', 'a\r\nb', 'x'.repeat(256), 'é'.repeat(128)])(
    'rejects the name %j',
    async (name) => {
      const reply = await owner.send(name, 'x')
      expect(reply.status).toBe(422)
      expect(reply.body).toMatchObject({ code: 'INVALID' })
      expect(await owner.list()).toEqual([])
      expect(await leftovers()).toBe(0)
    },
  )

  test.each(['CON', '.htaccess', '-rf', 'a:b', 'x.', ' y', 'x'.repeat(255)])(
    'accepts the name %j',
    async (name) => {
      expect((await owner.upload(name, 'x')).fileName).toBe(name)
    },
  )

  test.each(['../up', 'a//b', '/../a', 'a/./b', 'a\\..\\b', 'a/b\u0007', 'a/'.repeat(17)])(
    'rejects the folder %j',
    async (path) => {
      expect((await owner.send('x.txt', 'x', { path })).status).toBe(422)
      expect(
        (await owner.call('POST', '/api/files/folders', { serviceId: owner.serviceId, path })).status,
      ).toBe(422)
    },
  )

  test('requires an existing, active service of the caller', async () => {
    const stranger = await createFileOwner(app)
    expect((await stranger.send('x', 'x', { serviceId: owner.serviceId })).status).toBe(404)
    expect((await owner.send('x', 'x', { serviceId: 'nonsense' })).status).toBe(404)
    const pending = await placeOrder(app, owner.cookie, { domain: `p${owner.id.slice(-6)}.example.com` })
    expect((await owner.send('x', 'x', { serviceId: pending.serviceId })).status).toBe(409)
    const newcomer = await app.addCustomer()
    const body = multipart({ serviceId: owner.serviceId }, [{ name: 'x', bytes: 'x' }])
    const refused = await app.request('/api/files', { cookie: newcomer.cookie, body })
    expect(refused.body).toMatchObject({ code: 'NO_ACTIVE_SERVICE' })
  })

  test('reports a malformed body', async () => {
    const { cookie, serviceId } = owner
    expect((await app.request('/api/files', { cookie, json: { serviceId } })).status).toBe(415)
    expect((await app.request('/api/files', { cookie, body: multipart({ serviceId }, []) })).status).toBe(422)
    const headers = { 'content-type': 'multipart/form-data; boundary=b' }
    const body = `--b\r\nContent-Disposition: form-data; name="serviceId"\r\n\r\n${serviceId}\r\n--b\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nhalf of it`
    expect((await app.request('/api/files', { cookie, headers, body })).status).toBe(400)
    expect(await leftovers()).toBe(0)
    expect(await owner.list()).toEqual([])
  })
})

describe('the number of files and folders', () => {
  const planOf = async ({ serviceId }: FileOwner) => {
    const { userServices, pricingPlans } = app.store.t
    const [found] = await app.store.read
      .select({ id: pricingPlans.id, limits: pricingPlans.limits })
      .from(userServices)
      .innerJoin(pricingPlans, eq(pricingPlans.id, userServices.planId))
      .where(eq(userServices.id, serviceId))
    if (!found) throw new Error('no plan')
    return found
  }
  /** A plan with the smallest file limit. */
  const withSmallPlan = async (work: () => Promise<void>) => {
    const { pricingPlans } = app.store.t
    const { id, limits } = await planOf(owner)
    const setLimits = (diskBytes: number) =>
      app.store.tx((tx) =>
        tx
          .update(pricingPlans)
          .set({ limits: { ...limits, diskBytes } })
          .where(eq(pricingPlans.id, id)),
      )
    await setLimits(4_096)
    await work().finally(() => setLimits(limits.diskBytes))
  }
  const lay = (count: number, serviceId = owner.serviceId) =>
    insertFiles(app.store, { userId: owner.id, serviceId }, count, (number) => ({
      path: `lie-here/${number}`,
      sizeBytes: 0,
      at: app.deps.now(),
    }))
  const layTrash = async (count: number, serviceId = owner.serviceId) => {
    await lay(count, serviceId)
    const { files, fileTotals } = app.store.t
    await app.store.tx(async (tx) => {
      await tx.update(files).set({ deletedAt: app.deps.now() }).where(eq(files.serviceId, serviceId))
      await tx.delete(fileTotals).where(eq(fileTotals.serviceId, serviceId))
    })
  }
  const expectFull = ({ status, body }: { status: number; body: unknown }) => {
    const count = { limit: leastEntries, used: leastEntries }
    expect([status, body]).toMatchObject([403, { code: 'LIMIT_REACHED', ...count }])
  }

  test('is limited to the blocks of the plan, including the trash', async () => {
    const plan = await planOf(owner)
    expect(mostEntries(plan)).toBe(Math.floor(plan.limits.diskBytes / 4_096))
    await layTrash(500)
    await lay(leastEntries - 501)
    await withSmallPlan(async () => {
      expect((await owner.send('last.txt', '')).status).toBe(201)
      expectFull(await owner.send('more.txt', ''))
      const folder = { serviceId: owner.serviceId, path: 'one-more' }
      expectFull(await owner.call('POST', '/api/files/folders', folder))
      expect((await owner.send('last.txt', '', { conflict: 'replace' })).status).toBe(201)
    })
  })

  test('ignores the files and the trash of other services', async () => {
    const other = await activateService(app, owner.cookie, { domain: `${owner.id.slice(-9)}.example.com` })
    await layTrash(leastEntries, other.serviceId)
    await lay(leastEntries, other.serviceId)
    await withSmallPlan(async () => {
      expect((await owner.send('first.txt', '')).status).toBe(201)
    })
  })

  test('limits moves and restores that need a new folder', async () => {
    const { id } = await owner.upload('moved.txt', '')
    const lost = await owner.upload('lost.txt', '', { path: 'gone' })
    await owner.call('DELETE', `/api/files/${lost.id}`)
    const gone = (await owner.list('?path=')).find(({ fileName }) => fileName === 'gone')
    await owner.call('PATCH', `/api/files/${gone?.id}`, { name: 'kept' })
    await lay(leastEntries - 3)
    await withSmallPlan(async () => {
      expectFull(await owner.call('PATCH', `/api/files/${id}`, { path: 'new' }))
      expectFull(await owner.call('POST', `/api/files/${lost.id}/undelete`))
      expect((await owner.call('PATCH', `/api/files/${id}`, { path: 'kept' })).status).toBe(200)
    })
  })
})

describe('the quota', () => {
  const allow = async (bytes: number) => {
    const { userServices } = app.store.t
    const used = 10 * 1_024 ** 3 - bytes
    const mine = eq(userServices.id, owner.serviceId)
    await app.store.tx((tx) => tx.update(userServices).set({ diskBytes: used }).where(mine))
  }

  test('refuses a file beyond it and leaves nothing behind', async () => {
    await allow(10)
    expect((await owner.send('big.bin', 'x'.repeat(11))).status).toBe(413)
    expect(await leftovers()).toBe(0)
    await owner.upload('fits.bin', 'x'.repeat(10))
  })

  test('holds against two concurrent uploads', async () => {
    await allow(10)
    const replies = await Promise.all(['a', 'b'].map((name) => owner.send(name, 'x'.repeat(6))))
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 413])
    expect(await owner.list()).toHaveLength(1)
  })
})

describe('symlinks that point out of the service', () => {
  test('are never followed', async () => {
    await mkdir(`${app.dataDir}/elsewhere`, { recursive: true })
    await symlink(`${app.dataDir}/elsewhere`, `${owner.folder}/public/out`)
    expect((await owner.send('x.txt', 'x', { path: 'out' })).status).toBe(409)
    expect(await readdir(`${app.dataDir}/elsewhere`)).toEqual([])
    const { id } = await owner.upload('a.txt', 'one')
    await rm(`${owner.folder}/public/a.txt`)
    await symlink('/etc/hostname', `${owner.folder}/public/a.txt`)
    const reply = await owner.call('GET', `/api/files/${id}/content`)
    expect(reply.status).toBe(404)
  })
})

test('another customer can neither see nor change anything', async () => {
  const stranger = await createFileOwner(app)
  const { id } = await owner.upload('a.txt', 'one')
  const calls: [string, string, unknown?][] = [
    ['GET', `/api/files/${owner.serviceId}`],
    ['GET', `/api/files?serviceId=${owner.serviceId}`],
    ['GET', `/api/files/trash?serviceId=${owner.serviceId}`],
    ['DELETE', `/api/files/trash?serviceId=${owner.serviceId}`],
    ['DELETE', `/api/files/trash/${id}`],
    ['POST', '/api/files/archive', { ids: [id] }],
    ['PATCH', `/api/files/${id}`, { name: 'b' }],
    ['DELETE', `/api/files/${id}`],
    ['POST', `/api/files/${id}/undelete`, {}],
    ['POST', `/api/files/${id}/share`, {}],
    ['POST', '/api/files/delete', { ids: [id] }],
    ['GET', `/api/files/${id}/content`],
    ['GET', `/api/files/archive?ids=${id}`],
    ['POST', '/api/files/folders', { serviceId: owner.serviceId, path: 'a' }],
  ]
  for (const call of calls) expect([call[1], (await stranger.call(...call)).status]).toEqual([call[1], 404])
  expect(await onDisk('a.txt')).toBe('one')
})
