import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { crc32 } from 'node:zlib'
import { eq } from 'drizzle-orm'
import type { Extracted } from '#features/files/contract/extract.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { createFileOwner, type Entry, type FileOwner } from '#test/support/files.ts'
import { type Packed, packZip } from '#test/support/zips.ts'

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
const paths = async () => (await owner.list()).map(({ filePath }) => filePath).sort()
const leftovers = () => readdirSync(`${owner.folder}/tmp`)

type Options = { conflict?: string; unwrap?: boolean }
const extract = ({ id }: Pick<Entry, 'id'>, options: Options = {}) =>
  owner.call('POST', `/api/files/${id}/extract`, options)

type Line = { share?: number; done?: Extracted; refused?: { code: string; message: string } }
const lastLine = ({ text }: { text: string }) => JSON.parse(text.trimEnd().split('\n').at(-1) ?? '') as Line

async function extracted(archive: Entry, options: Options = {}): Promise<Extracted> {
  const reply = await extract(archive, options)
  expect(reply.status).toBe(200)
  const { done, refused } = lastLine(reply)
  if (!done) throw new Error(`refused: ${JSON.stringify(refused)}`)
  return done
}

const upload = async (parts: Packed[], fields: Record<string, string> = {}) =>
  owner.upload('site.zip', await packZip(parts), fields)

const site: Packed[] = [
  { path: 'index.html', content: '<h1>Hello</h1>' },
  { path: 'css/site.css', content: 'h1{}' },
]

describe('extracts an archive created by', () => {
  test.each(['zip', '7z', 'bsdtar', 'windows', 'mac'])('%s', async (program) => {
    const bytes = await Bun.file(`test/fixtures/zips/${program}.zip`).bytes()
    const archive = await owner.upload('site.zip', bytes)
    const { files } = await extracted(archive, { unwrap: true })
    expect(files).toBe(3)
    expect(await onDisk('css/site.css')).toBe('h1{color:rgb(1,2,3)}')
    expect(await onDisk('img/caf\u00e9.txt')).toBe('x')
    const made = (await paths()).filter((path) => path !== 'empty' && path !== 'site.zip')
    expect(made).toEqual(['css', 'css/site.css', 'img', 'img/caf\u00e9.txt', 'index.html'])
    expect(leftovers()).toEqual([])
  })
})

describe('reads a name without flag 11', () => {
  /** The Unicode path field 0x7075 (APPNOTE 4.6.9) for a name with these bytes. */
  const unicodePath = (name: Buffer, path: string | Buffer, { version = 1, crc = crc32(name) } = {}) => {
    const text = Buffer.from(path)
    const field = Buffer.alloc(9)
    field.writeUInt16LE(0x7075, 0)
    field.writeUInt16LE(5 + text.length, 2)
    field[4] = version
    field.writeUInt32LE(crc, 5)
    return Buffer.concat([field, text])
  }
  const plain = Buffer.from('??.txt')
  const dos = Buffer.from('caf\x82.txt', 'latin1')
  const hindi = Buffer.from('नाम.txt')
  const field = (name: Buffer, path: string | Buffer, options = {}) => ({
    name,
    extra: unicodePath(name, path, options),
  })

  test.each([
    ['by its field for Unicode, before ASCII', field(plain, 'नाम.txt'), 'नाम.txt'],
    ['by its field for Unicode, before UTF-8', field(hindi, 'café.txt'), 'café.txt'],
    ['by its field for Unicode, before CP437', field(dos, 'नाम.txt'), 'नाम.txt'],
    ['as UTF-8, where the field is of another name', field(hindi, 'a.txt', { crc: 1 }), 'नाम.txt'],
    ['as CP437, where the field has an unknown version', field(dos, 'a.txt', { version: 2 }), 'café.txt'],
    ['as UTF-8, where the field is none', field(hindi, Buffer.from([0xff, 0xfe])), 'नाम.txt'],
    ['as UTF-8, where the field is empty', field(hindi, ''), 'नाम.txt'],
    ['as UTF-8', { name: hindi }, 'नाम.txt'],
    ['as CP437', { name: dos }, 'café.txt'],
  ])('%s', async (_, raw, path) => {
    await extracted(await upload([{ path: '', content: 'x', raw }]))
    expect(await paths()).toEqual(['site.zip', path].sort())
  })

  test('applies the name rules to the Unicode field too', async () => {
    const archive = await upload([{ path: '', content: 'x', raw: field(plain, '../../out.txt') }])
    expect((await extract(archive)).status).toBe(422)
    expect(await paths()).toEqual(['site.zip'])
  })
})

describe('extraction', () => {
  test('puts files and folders next to the archive and counts them in the quota', async () => {
    const archive = await upload(site, { path: 'shop' })
    const reply = await extract(archive)
    expect(reply.headers.get('content-type')).toBe('application/x-ndjson')
    expect(lastLine(reply).done).toMatchObject({ files: 2, skipped: 0 })
    expect(await paths()).toEqual([
      'shop',
      'shop/css',
      'shop/css/site.css',
      'shop/index.html',
      'shop/site.zip',
    ])
    const { userServices } = app.store.t
    const [row] = await app.store.read.select().from(userServices).where(eq(userServices.id, owner.serviceId))
    expect(row?.diskBytes).toBe(archive.fileSize + 14 + 4)
  })

  test('streams progress as lines of JSON', async () => {
    const lines = (await extract(await upload(site))).text.trimEnd().split('\n')
    const shares = lines.slice(0, -1).map((line) => (JSON.parse(line) as Line).share)
    expect(shares).toEqual([0.77, 1])
  })

  test('keeps the single top folder unless asked to leave it out', async () => {
    const archive = await upload([{ path: 'my-site/index.html', content: 'x' }])
    await extracted(archive)
    expect(await paths()).toEqual(['my-site', 'my-site/index.html', 'site.zip'])
    await extracted(archive, { unwrap: true })
    expect(await onDisk('index.html')).toBe('x')
    const part = await upload([{ path: 'css/a.css', content: 'x' }], { conflict: 'replace' })
    await extracted(part, { unwrap: true })
    expect(await onDisk('css/a.css')).toBe('x')
  })

  test('is undone in one call, which restores replaced files', async () => {
    const old = await owner.upload('index.html', 'old')
    const { undo } = await extracted(await upload(site), { conflict: 'replace' })
    expect(await onDisk('index.html')).toBe('<h1>Hello</h1>')
    expect(undo?.replaced).toEqual([old.id])
    expect((await owner.call('POST', '/api/files/extracted/undo', undo)).status).toBe(200)
    expect(await onDisk('index.html')).toBe('old')
    expect(await paths()).toEqual(['index.html', 'site.zip'])
    const trash = (await owner.call('GET', '/api/files/trash')).body as Entry[]
    expect(trash.map(({ filePath }) => filePath).sort()).toEqual(['css', 'index.html'])
  })
})

test('resumes a replacement that was interrupted after its bytes had moved, and keeps the replaced file', async () => {
  const old = await owner.upload('index.html', 'old')
  const [id, { userId, serviceId }] = [Bun.randomUUIDv7(), { userId: owner.id, serviceId: owner.serviceId }]
  const row = { id, isNew: true, path: '', name: 'index.html', type: 'text/html', size: 3, isFolder: false }
  const change = { kind: 'put', ...row, sha256: null, grows: 3, displaces: old.id }
  const steps = [{ from: `tmp/${id}`, to: 'public/index.html', change }]
  await mkdir(`${owner.folder}/trash`, { recursive: true })
  await rename(`${owner.folder}/public/index.html`, `${owner.folder}/trash/${old.id}`)
  await writeFile(`${owner.folder}/public/index.html`, 'new')
  const { fileIntents } = app.store.t
  await app.store.tx((tx) =>
    tx.insert(fileIntents).values({ userId, serviceId, steps, createdAt: app.deps.now() }),
  )
  await app.work()
  expect(await onDisk('index.html')).toBe('new')
  expect(await readFile(`${owner.folder}/trash/${old.id}`, 'utf8')).toBe('old')
  expect((await owner.list()).map(({ id }) => id)).toEqual([id])
  expect(((await owner.call('GET', '/api/files/trash')).body as Entry[]).map(({ id }) => id)).toEqual([
    old.id,
  ])
})

describe('an existing name', () => {
  test('raises one question for all files, and nothing is extracted before the answer', async () => {
    await owner.upload('index.html', 'old')
    await owner.upload('site.css', 'old', { path: 'css' })
    const reply = await extract(await upload(site))
    expect(reply.status).toBe(409)
    expect(reply.body).toMatchObject({ code: 'CONFLICT', conflicts: ['index.html', 'css/site.css'] })
    expect(await onDisk('index.html')).toBe('old')
    expect(leftovers()).toEqual([])
  })

  test('is skipped or gets a numbered copy, as chosen', async () => {
    await owner.upload('index.html', 'old')
    const archive = await upload(site)
    expect(await extracted(archive, { conflict: 'skip' })).toMatchObject({ files: 1, skipped: 1 })
    expect(await onDisk('index.html')).toBe('old')
    expect(await extracted(archive, { conflict: 'keep-both' })).toMatchObject({ files: 2, skipped: 0 })
    expect(await onDisk('index (2).html')).toBe('<h1>Hello</h1>')
    expect(leftovers()).toEqual([])
  })

  test('rejects replacing a folder with a file and a file with a folder', async () => {
    await owner.call('POST', '/api/files/folders', { serviceId: owner.serviceId, path: 'a.txt' })
    const archive = await upload([...site, { path: 'a.txt', content: 'x' }])
    expect((await extract(archive, { conflict: 'replace' })).body).toMatchObject({ conflicts: ['a.txt'] })
    await owner.upload('css', 'a file')
    expect((await extract(archive, { conflict: 'keep-both' })).body).toMatchObject({
      code: 'CONFLICT',
      message: '"css" is a file, not a folder.',
    })
  })
})

describe('a refused archive leaves nothing:', () => {
  const refused = async (archive: Entry): Promise<string> => {
    const before = await paths()
    const reply = await extract(archive)
    const { code, message } = reply.status === 200 ? (lastLine(reply).refused ?? {}) : (reply.body as never)
    expect(code).toBe('INVALID')
    expect(await paths()).toEqual(before)
    expect(leftovers()).toEqual([])
    return message ?? ''
  }

  test.each([
    ['with ..', '../index.html'],
    ['with .. in the middle', 'css/../../a.css'],
    ['with .. and backslashes', '..\\index.html'],
    ['with an absolute path', '/etc/passwd'],
    ['with an absolute path and backslashes', '\\etc\\passwd'],
    ['with a drive letter', 'C:\\index.html'],
    ['with a control character', 'a\u0007.txt'],
    ['with a change of text direction', 'a\u202etxt.exe'],
    ['with 256 bytes', 'x'.repeat(256)],
    ['with an empty segment', 'a//b.txt'],
  ])('a name %s', async (_, path) => {
    expect(await refused(await upload([{ path, content: 'x' }]))).toMatch(/points outside|not allowed here/)
  })

  test('a folder nested too deeply', async () => {
    expect(await refused(await upload([{ path: `${'a/'.repeat(17)}b`, content: 'x' }]))).toMatch(/too deep/)
  })

  test.each([
    ['a symlink', 0o120777],
    ['a device', 0o060644],
    ['a pipe', 0o010644],
  ])('%s as an entry', async (_, mode) => {
    expect(await refused(await upload([{ path: 'a', content: '/etc/passwd', mode }]))).toMatch(/neither/)
  })

  test('an encrypted entry', async () => {
    expect(await refused(await upload([{ path: 'a', content: 'x', flags: 1 }]))).toMatch(/password/)
  })

  test('an unsupported compression method', async () => {
    expect(await refused(await upload([{ path: 'a', content: 'x', method: 14 }]))).toMatch(
      /unsupported compression/,
    )
  })

  test('a duplicate name, even when one is a folder', async () => {
    const twin = { path: 'cafe\u0301.txt', content: 'x' }
    expect(await refused(await upload([{ path: 'caf\u00e9.txt', content: 'x' }, twin]))).toMatch(/twice/)
    const tree = [
      { path: 'a', content: 'x' },
      { path: 'a/b', content: 'x' },
    ]
    expect(await refused(await upload(tree, { conflict: 'replace' }))).toMatch(/twice/)
  })

  test('more than 5,000 files and folders', async () => {
    const many = Array.from({ length: 2_600 }, (_, at) => ({ path: `${at}/a`, content: '' }))
    expect(await refused(await upload(many))).toMatch(/more than 5,000/)
  })

  test('content of two hundred times its size', async () => {
    const zeros = { path: 'zeros', content: '\0'.repeat(20 * 1_024 * 1_024) }
    expect(await refused(await upload([zeros]))).toMatch(/far more/)
  })

  test('overlapping entries', async () => {
    const content = crypto.getRandomValues(Buffer.alloc(4_096)).toString('latin1')
    const shared = Array.from({ length: 9 }, (_, at) => ({ path: `${at}`, content, at: 0 }))
    expect(await refused(await upload(shared))).toMatch(/far more/)
  })

  test('an entry whose length or checksum is wrong', async () => {
    for (const lie of [{ size: 2 }, { crc: 1 }]) {
      const archive = await upload([...site, { path: 'a', content: 'abc', ...lie }], { conflict: 'replace' })
      expect(await refused(archive)).toMatch(/damaged/)
    }
  })

  test('a file that is not a zip, by its bytes or its name', async () => {
    expect(await refused(await owner.upload('a.zip', 'not a zip'))).toMatch(/damaged/)
    expect(await refused(await owner.upload('a.txt', await packZip(site)))).toMatch(/Only zip/)
    expect(await refused(await owner.upload('empty.zip', await packZip([])))).toMatch(/no files/)
  })
})

describe('the plan’s storage', () => {
  test('is checked before a byte is written', async () => {
    const archive = await upload([{ path: 'big.txt', content: 'x'.repeat(100_000) }])
    const { userServices, pricingPlans } = app.store.t
    const [row] = await app.store.read
      .select({ used: userServices.diskBytes, limits: pricingPlans.limits, planId: pricingPlans.id })
      .from(userServices)
      .innerJoin(pricingPlans, eq(pricingPlans.id, userServices.planId))
      .where(eq(userServices.id, owner.serviceId))
    if (!row) throw new Error('no service')
    const fill = (diskBytes: number) =>
      app.store.tx((tx) =>
        tx.update(userServices).set({ diskBytes }).where(eq(userServices.id, owner.serviceId)),
      )
    await fill(row.limits.diskBytes - 99_999)
    const reply = await extract(archive)
    expect([reply.status, reply.body]).toMatchObject([413, { code: 'TOO_LARGE' }])
    expect(leftovers()).toEqual([])
    await fill(row.limits.diskBytes - 100_000)
    expect((await extract(archive)).status).toBe(200)
    await fill(row.used + 100_000)
  })
})

describe('extracting and undoing are refused', () => {
  test('without a session, and to everyone but the owner', async () => {
    const archive = await upload(site)
    const path = `/api/files/${archive.id}/extract`
    expect((await app.request(path, { json: {} })).status).toBe(401)
    const stranger = await createFileOwner(app)
    expect((await stranger.call('POST', path, {})).status).toBe(404)
    const { undo } = await extracted(archive)
    expect((await app.request('/api/files/extracted/undo', { json: undo })).status).toBe(401)
    expect((await stranger.call('POST', '/api/files/extracted/undo', undo)).status).toBe(404)
    expect(await onDisk('index.html')).toBe('<h1>Hello</h1>')
  })

  test('with an unknown choice, or nothing to undo', async () => {
    expect((await extract(await upload(site), { conflict: 'burn' })).status).toBe(422)
    const nothing = { made: [], replaced: [] }
    expect((await owner.call('POST', '/api/files/extracted/undo', nothing)).status).toBe(422)
  })

  test('when the name of a replaced file is taken again', async () => {
    await owner.upload('index.html', 'old')
    const { undo } = await extracted(await upload(site), { conflict: 'replace' })
    const made = (await owner.list()).find(({ filePath }) => filePath === 'index.html')
    await owner.call('PATCH', `/api/files/${made?.id}`, { name: 'moved.html' })
    await owner.upload('index.html', 'newer')
    expect((await owner.call('POST', '/api/files/extracted/undo', undo)).status).toBe(409)
    expect(await onDisk('index.html')).toBe('newer')
    expect(await onDisk('moved.html')).toBe('<h1>Hello</h1>')
  })
})
