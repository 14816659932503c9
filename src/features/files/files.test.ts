import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { mkdir, readdir, readFile, rm, symlink } from 'node:fs/promises'
import { eq } from 'drizzle-orm'
import { day } from '#shared/time.ts'
import { activateService, createTestApp, placeOrder, type TestApp } from '#test/support/app.ts'
import { createFileOwner, type Entry, type FileOwner, multipart } from '#test/support/files.ts'

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

describe('upload', () => {
  test('answers the rows and puts the bytes below the site', async () => {
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

  test('takes the files before the fields too', async () => {
    const form = new FormData()
    form.append('file', new File(['x'], 'a.txt'))
    form.append('serviceId', owner.serviceId)
    expect((await app.request('/api/files', { cookie: owner.cookie, body: form })).status).toBe(201)
    expect(await onDisk('a.txt')).toBe('x')
    expect(await readdir(`${app.dataDir}/incoming`)).toEqual([])
  })

  test('replaces the welcome page without a question', async () => {
    expect(await owner.list()).toEqual([])
    await owner.upload('index.html', '<h1>mine</h1>')
    expect(await onDisk('index.html')).toBe('<h1>mine</h1>')
  })

  test('asks about a name that is taken, and does what was chosen', async () => {
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

  test('takes NFC and NFD for one name', async () => {
    await owner.upload('caf\u00e9.txt', 'one')
    expect((await owner.send('cafe\u0301.txt', 'two')).status).toBe(409)
  })

  test.each(['../x', '..', '.', 'a/b', 'a\\b', 'a\u0000b', 'a\r\nb', 'x'.repeat(256), 'é'.repeat(128)])(
    'refuses the name %j',
    async (name) => {
      const reply = await owner.send(name, 'x')
      expect(reply.status).toBe(422)
      expect(reply.body).toMatchObject({ code: 'INVALID' })
      expect(await owner.list()).toEqual([])
      expect(await leftovers()).toBe(0)
    },
  )

  test.each(['CON', '.htaccess', '-rf', 'a:b', 'x.', ' y', 'x'.repeat(255)])(
    'keeps the name %j',
    async (name) => {
      expect((await owner.upload(name, 'x')).fileName).toBe(name)
    },
  )

  test.each(['../up', 'a//b', '/../a', 'a/./b', 'a\\..\\b', 'a/b\u0007', 'a/'.repeat(17)])(
    'refuses the folder %j',
    async (path) => {
      expect((await owner.send('x.txt', 'x', { path })).status).toBe(422)
      expect(
        (await owner.call('POST', '/api/files/folders', { serviceId: owner.serviceId, path })).status,
      ).toBe(422)
    },
  )

  test('names the service it needs: active, own, there', async () => {
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

  test('tells what it cannot read', async () => {
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

describe('quota', () => {
  const allow = async (bytes: number) => {
    const { userServices } = app.store.t
    const used = 10 * 1_024 ** 3 - bytes
    const mine = eq(userServices.id, owner.serviceId)
    await app.store.tx((tx) => tx.update(userServices).set({ diskBytes: used }).where(mine))
  }

  test('a file beyond it is refused and leaves nothing', async () => {
    await allow(10)
    expect((await owner.send('big.bin', 'x'.repeat(11))).status).toBe(413)
    expect(await leftovers()).toBe(0)
    await owner.upload('fits.bin', 'x'.repeat(10))
  })

  test('two at once do not pass it together', async () => {
    await allow(10)
    const replies = await Promise.all(['a', 'b'].map((name) => owner.send(name, 'x'.repeat(6))))
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 413])
    expect(await owner.list()).toHaveLength(1)
  })
})

describe('folders, names and the trash', () => {
  test('a folder moves with what is in it', async () => {
    await owner.upload('a.txt', 'one', { path: 'docs/old' })
    const docs = (await owner.list('?path=')).find(({ isFolder }) => isFolder) as Entry
    const moved = await owner.call('PATCH', `/api/files/${docs.id}`, { name: 'päpers', path: 'deep' })
    expect(moved.body).toMatchObject({ filePath: 'deep/päpers', fileName: 'päpers' })
    expect(await onDisk('deep/päpers/old/a.txt')).toBe('one')
    expect((await owner.list('?path=deep/päpers/old')).map(({ filePath }) => filePath)).toEqual([
      'deep/päpers/old/a.txt',
    ])
    const again = await owner.call('PATCH', `/api/files/${docs.id}`, { path: 'deep/päpers/old' })
    expect(again.status).toBe(422)
  })

  test('of a selection over two services nothing goes while one of them may not be changed', async () => {
    const kept = await owner.upload('kept.txt', 'here')
    const other = await activateService(app, owner.cookie, { domain: 'second.example.com' })
    const body = multipart({ serviceId: other.serviceId }, [{ name: 'there.txt', bytes: 'there' }])
    const sent = await app.request('/api/files', { cookie: owner.cookie, body })
    const [there] = sent.body as Entry[]
    const { userServices } = app.store.t
    await app.store.tx((tx) =>
      tx.update(userServices).set({ status: 'suspended' }).where(eq(userServices.id, other.serviceId)),
    )
    expect((await owner.call('POST', '/api/files/delete', { ids: [kept.id, there?.id] })).status).toBe(409)
    expect((await owner.list()).map(({ id }) => id).sort()).toEqual([kept.id, there?.id ?? ''].sort())
  })

  test('every change is told to other screens of its owner', async () => {
    const told: string[] = []
    const forget = app.deps.events.subscribe(({ userId, kind, status }) => {
      if (userId === owner.id && kind === 'file') told.push(status)
    })
    const { id } = await owner.upload('told.txt', 'words')
    await owner.call('POST', '/api/files/folders', { serviceId: owner.serviceId, path: 'of' })
    await owner.call('PATCH', `/api/files/${id}`, { path: 'of' })
    await owner.call('DELETE', `/api/files/${id}`)
    await owner.call('POST', `/api/files/${id}/undelete`)
    forget()
    expect(told).toEqual(['stored', 'stored', 'moved', 'deleted', 'restored'])
  })

  test('does not put folders deeper in one another than a path may go', async () => {
    const chain = (letter: string, length: number) => Array.from({ length }, () => letter).join('/')
    const make = async (path: string) =>
      (await owner.call('POST', '/api/files/folders', { serviceId: owner.serviceId, path })).status
    expect([await make(chain('m', 9)), await make(chain('n', 8))]).toEqual([201, 201])
    const top = (await owner.list('?path=')).find(({ fileName }) => fileName === 'm')
    const move = (path: string) => owner.call('PATCH', `/api/files/${top?.id}`, { path })
    expect(await move(chain('n', 8))).toMatchObject({
      status: 422,
      body: { fields: { path: expect.any(String) } },
    })
    expect((await move(chain('n', 7))).status).toBe(200)
  })

  test('a taken name is refused for files, folders and moves', async () => {
    const a = await owner.upload('a.txt', 'a')
    await owner.upload('b.txt', 'b')
    expect((await owner.call('PATCH', `/api/files/${a.id}`, { name: 'b.txt' })).status).toBe(409)
    const folder = { serviceId: owner.serviceId, path: 'b.txt' }
    expect((await owner.call('POST', '/api/files/folders', folder)).status).toBe(409)
    expect((await owner.call('POST', '/api/files/folders', { ...folder, path: 'b.txt/c' })).status).toBe(409)
    expect((await owner.call('POST', '/api/files/folders', { ...folder, path: 'new/deep' })).status).toBe(201)
    expect((await owner.send('new', 'x', { conflict: 'replace' })).status).toBe(409)
  })

  test('what is deleted comes back whole, and counts until then', async () => {
    await owner.upload('a.txt', 'one', { path: 'docs' })
    const docs = (await owner.list('?path='))[0] as Entry
    expect((await owner.call('DELETE', `/api/files/${docs.id}`)).body).toEqual({ ok: true })
    expect(await owner.list()).toEqual([])
    expect(await used()).toBe(3)
    expect((await owner.call('DELETE', `/api/files/${docs.id}`)).status).toBe(404)
    const trash = (await owner.call('GET', '/api/files/trash')).body as Entry[]
    expect(trash.map(({ id }) => id)).toEqual([docs.id])
    expect((await owner.call('POST', `/api/files/${docs.id}/undelete`)).body).toMatchObject({
      filePath: 'docs',
    })
    expect(await onDisk('docs/a.txt')).toBe('one')
    expect(await owner.list()).toHaveLength(2)
  })

  test('a name that was taken meanwhile keeps the deleted file where it is', async () => {
    const { id } = await owner.upload('a.txt', 'old')
    await owner.call('DELETE', `/api/files/${id}`)
    await owner.upload('a.txt', 'new')
    expect((await owner.call('POST', `/api/files/${id}/undelete`)).status).toBe(409)
    expect(await onDisk('a.txt')).toBe('new')
  })

  test('many at once, all or none', async () => {
    const ids = [(await owner.upload('a', 'a')).id, (await owner.upload('b', 'b')).id]
    const wrong = { ids: [...ids, Bun.randomUUIDv7()] }
    expect((await owner.call('POST', '/api/files/delete', wrong)).status).toBe(404)
    expect(await owner.list()).toHaveLength(2)
    expect((await owner.call('POST', '/api/files/delete', { ids })).status).toBe(200)
    expect(await owner.list()).toEqual([])
    expect((await owner.call('POST', '/api/files/delete', { ids: [] })).status).toBe(422)
  })

  test('the trash is empty after seven days', async () => {
    const { id } = await owner.upload('a.txt', 'one')
    await owner.call('DELETE', `/api/files/${id}`)
    app.advance(7 * day + 1)
    await app.work()
    expect((await owner.call('GET', '/api/files/trash')).body).toEqual([])
    expect(await readdir(`${owner.folder}/trash`)).toEqual([])
    expect(await used()).toBe(0)
  })

  test('forgotten bytes go after an hour', async () => {
    await mkdir(`${owner.folder}/tmp`, { recursive: true })
    await Bun.write(`${owner.folder}/tmp/orphan`, 'x')
    app.advance(30 * day)
    await app.work()
    expect(await leftovers()).toBe(0)
  })
})

describe('links out of the service', () => {
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

test('somebody else sees and changes nothing', async () => {
  const stranger = await createFileOwner(app)
  const { id } = await owner.upload('a.txt', 'one')
  expect(await stranger.list(`?serviceId=${owner.serviceId}`)).toEqual([])
  const calls: [string, string, unknown?][] = [
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
