import { afterAll, beforeAll, expect, test } from 'bun:test'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { createFileOwner, type FileOwner } from '#test/support/files.ts'
import { type BrowsePage, rowsPerPage } from './contract.ts'

const count = 2 * rowsPerPage + 201

let app: TestApp
let owner: FileOwner
beforeAll(async () => {
  app = await createTestApp()
  owner = await createFileOwner(app)
  await owner.call('POST', '/api/files/folders', { serviceId: owner.serviceId, path: 'zoo' })
  await owner.upload('Été 100%.png', 'seven b', { path: 'zoo' })
  const at = app.deps.now()
  const row = (number: number) => {
    const fileName = `${number % 2 === 0 ? 'Photo' : 'photo'}-${String(number).padStart(4, '0')}.txt`
    const place = { fileName, path: '', filePath: fileName, pathKey: fileName }
    const times = { uploadedAt: new Date(at.getTime() - number), updatedAt: at }
    const facts = { fileType: 'text/plain', fileSize: (number * 7) % count }
    return {
      id: Bun.randomUUIDv7(),
      userId: owner.id,
      serviceId: owner.serviceId,
      ...place,
      ...times,
      ...facts,
    }
  }
  for (let from = 0; from < count; from += 300) {
    const rows = Array.from({ length: Math.min(300, count - from) }, (_, place) => row(from + place))
    await app.store.tx((tx) => tx.insert(tx.t.files).values(rows))
  }
})
afterAll(() => app.close())

const ask = (input: object, cookie: string | undefined = owner.cookie) =>
  app.request(`/api/trpc/files.browse?input=${encodeURIComponent(JSON.stringify(input))}`, { cookie })
const browse = async (input: object): Promise<BrowsePage> => {
  const reply = await ask(input)
  if (reply.status !== 200) throw new Error(`the call answered ${reply.status}: ${reply.text}`)
  return (reply.body as { result: { data: BrowsePage } }).result.data
}
const names = ({ items }: BrowsePage) => items.map(({ fileName }) => fileName)
const all = async (input: object) => {
  const { pages } = await browse(input)
  const answers: BrowsePage[] = []
  for (let page = 1; page <= pages; page += 1) answers.push(await browse({ ...input, page }))
  return answers
}

test('more rows than one answer holds: every one is on one page, folders first, sorted over all pages', async () => {
  const pages = await all({ path: '' })
  expect(pages.map(({ items }) => items.length)).toEqual([rowsPerPage, rowsPerPage, 202])
  const [folder, ...rest] = pages.flatMap(names)
  expect(folder).toBe('zoo')
  expect(rest.map((name) => name.toLowerCase())).toEqual(
    Array.from({ length: count }, (_, number) => `photo-${String(number).padStart(4, '0')}.txt`),
  )
  expect(pages[0]).toMatchObject({ matches: count + 1, totals: { files: count, images: 0 } })
})

test.each(['size', '-size', 'date', '-date', '-name'])('sorted by %s over all pages', async (sort) => {
  const rows = (await all({ path: '', sort })).flatMap(({ items }) => items).slice(1)
  expect(new Set(rows.map(({ id }) => id)).size).toBe(count)
  const value = (row: BrowsePage['items'][number]) => {
    if (sort.endsWith('size')) return row.fileSize
    return sort.endsWith('date') ? Date.parse(row.uploadedAt) : Number(/\d+/.exec(row.fileName)?.[0])
  }
  const isUp = !sort.startsWith('-')
  const values = rows.map(value)
  const wanted = [...values].sort((one, other) => (isUp ? one - other : other - one))
  expect(values).toEqual(wanted)
})

test('a name is found wherever it lies, in any case, and nothing in it is a wildcard', async () => {
  const last = `photo-${count - 1}.txt`
  expect(names(await browse({ q: last.toUpperCase() })).map((name) => name.toLowerCase())).toEqual([last])
  for (const q of ['été', '00%.p', 'ÉT'])
    expect([q, names(await browse({ q }))]).toEqual([q, ['Été 100%.png']])
  expect(await browse({ q: '_hoto' })).toMatchObject({ items: [], matches: 0, pages: 1 })
  expect(await browse({ q: 'zoo' })).toMatchObject({
    matches: 1,
    totals: { files: count + 1, images: 1, bytes: expect.any(Number) },
  })
})

test('a page behind the last one is the last one, and what is no page is refused', async () => {
  expect(await browse({ path: '', page: 99 })).toMatchObject({ page: 3, pages: 3 })
  for (const page of [0, -1, 1.5, 'x']) expect((await ask({ page })).status).toBe(422)
})

test("nobody sees another one's files, and a visitor none", async () => {
  const other = await createFileOwner(app)
  expect((await ask({}, '')).status).toBe(401)
  const reply = await ask({ serviceId: owner.serviceId }, other.cookie)
  expect(reply.body).toMatchObject({ result: { data: { items: [], matches: 0, totals: { files: 0 } } } })
})
