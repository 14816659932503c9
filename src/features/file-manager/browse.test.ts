import { afterAll, beforeAll, expect, test } from 'bun:test'
import { and, eq } from 'drizzle-orm'
import { engineOf } from '#db/engine.ts'
import { activateService, createTestApp, type TestApp } from '#test/support/app.ts'
import { createFileOwner, type FileOwner } from '#test/support/files.ts'
import { insertFiles } from '#test/support/many-files.ts'
import { type BrowsePage, maxMatches, rowsPerPage } from './contract/contract.ts'
import { readFileSort, sortKeys } from './contract/sort.ts'
import { seekRows } from './service/folder-page.ts'

// More than a search shows, and a last page that is not full.
const count = maxMatches + 51
const pageCount = Math.ceil((count + 1) / rowsPerPage)

let app: TestApp
let owner: FileOwner
beforeAll(async () => {
  app = await createTestApp()
  owner = await createFileOwner(app)
  await owner.call('POST', '/api/files/folders', { serviceId: owner.serviceId, path: 'zoo' })
  await owner.upload('Été 100%.png', 'seven b', { path: 'zoo' })
  const at = app.deps.now()
  await insertFiles(app.store, { userId: owner.id, serviceId: owner.serviceId }, count, (number) => ({
    path: `${number % 2 === 0 ? 'Photo' : 'photo'}-${String(number).padStart(4, '0')}.txt`,
    sizeBytes: (number * 7) % count,
    at: new Date(at.getTime() - number),
  }))
})
afterAll(() => app.close())

const ask = (input: object, cookie: string | undefined = owner.cookie) =>
  app.request(`/api/trpc/files.browse?input=${encodeURIComponent(JSON.stringify(input))}`, { cookie })
const browse = async (input: object, cookie?: string): Promise<BrowsePage> => {
  const reply = await ask(input, cookie)
  if (reply.status !== 200) throw new Error(`the call answered ${reply.status}: ${reply.text}`)
  return (reply.body as { result: { data: BrowsePage } }).result.data
}
const names = ({ items }: BrowsePage) => items.map(({ fileName }) => fileName)

/** Every page from the first to the last, by the cursors of the answers. */
const all = async (input: object, cookie?: string) => {
  const pages = [await browse(input, cookie)]
  for (let next = pages[0]?.next; next; next = pages.at(-1)?.next)
    pages.push(await browse({ ...input, cursor: next }, cookie))
  return pages
}

test('pages show each row once, folders first, sorted across pages', async () => {
  const pages = await all({ path: '' })
  expect(pages.map(({ items }) => items.length)).toEqual([
    ...Array(pageCount - 1).fill(rowsPerPage),
    (count + 1) % rowsPerPage,
  ])
  expect(pages.map(({ page, pages }) => [page, pages])).toEqual(
    pages.map((_, index) => [index + 1, pageCount]),
  )
  const [folder, ...rest] = pages.flatMap(names)
  expect(folder).toBe('zoo')
  expect(rest.map((name) => name.toLowerCase())).toEqual(
    Array.from({ length: count }, (_, number) => `photo-${String(number).padStart(4, '0')}.txt`),
  )
  // The totals are those of the service, whichever folder is shown.
  const totals = { files: count + 1, images: 1, bytes: expect.any(Number) }
  expect(pages[0]).toMatchObject({ matches: count + 1, totals, previous: null })
})

test.each(['name', 'size', '-size', 'date', '-date', '-name'])(
  'rows are sorted by %s across all pages, in both directions',
  async (sort) => {
    const there = await all({ path: '', sort })
    const rows = there.flatMap(({ items }) => items).slice(1)
    expect(new Set(rows.map(({ id }) => id)).size).toBe(count)
    const value = (row: BrowsePage['items'][number]) => {
      if (sort.endsWith('size')) return row.fileSize
      return sort.endsWith('date') ? Date.parse(row.uploadedAt) : Number(/\d+/.exec(row.fileName)?.[0])
    }
    const isUp = !sort.startsWith('-')
    const values = rows.map(value)
    const wanted = [...values].sort((one, other) => (isUp ? one - other : other - one))
    expect(values).toEqual(wanted)
    let cursor = there.at(-1)?.previous
    for (const wanted of there.slice(0, -1).reverse()) {
      const back = await browse({ path: '', sort, cursor })
      expect([back.page, names(back)]).toEqual([wanted.page, names(wanted)])
      cursor = back.previous
    }
    expect(cursor).toBeNull()
  },
)

test('search finds a name in any folder, ignores case and has no wildcards', async () => {
  const last = `photo-${String(count - 1).padStart(4, '0')}.txt`
  expect(names(await browse({ q: last.toUpperCase() })).map((name) => name.toLowerCase())).toEqual([last])
  for (const q of ['été', '00%.p', 'ÉT'])
    expect([q, names(await browse({ q }))]).toEqual([q, ['Été 100%.png']])
  expect(await browse({ q: '_hoto' })).toMatchObject({ items: [], matches: 0, pages: 1 })
  expect(await browse({ q: 'zoo' })).toMatchObject({
    matches: 1,
    totals: { files: count + 1, images: 1, bytes: expect.any(Number) },
  })
  expect(await browse({ q: 'Été', path: '' })).toMatchObject({ matches: 0 })
})

test('search shows a limited number of matches and says when there are more', async () => {
  const pages = await all({ q: 'photo' })
  expect(pages.flatMap(({ items }) => items)).toHaveLength(maxMatches)
  expect(pages.every(({ isCapped }) => isCapped)).toBe(true)
  expect(pages[0]).toMatchObject({ matches: maxMatches, pages: maxMatches / rowsPerPage })
  const fewer = await all({ q: 'photo-0', sort: '-name' })
  expect(fewer.flatMap(names).map((name) => name.toLowerCase())).toEqual(
    Array.from({ length: 1_000 }, (_, number) => `photo-0${String(999 - number).padStart(3, '0')}.txt`),
  )
  expect(fewer[0]?.isCapped).toBe(false)
})

test('the roots of several services form one list', async () => {
  const person = await createFileOwner(app)
  const other = await activateService(app, person.cookie)
  const { files, fileTotals } = app.store.t
  for (const [serviceId, step] of [
    [person.serviceId, 0],
    [other.serviceId, 1],
  ] as const)
    await insertFiles(app.store, { userId: person.id, serviceId }, rowsPerPage, (number) => ({
      path: `n-${String(2 * number + step).padStart(4, '0')}.txt`,
      sizeBytes: 1,
      at: app.deps.now(),
    }))
  const pages = await all({ path: '' }, person.cookie)
  expect(pages.flatMap(names)).toEqual(
    Array.from({ length: 2 * rowsPerPage }, (_, number) => `n-${String(number).padStart(4, '0')}.txt`),
  )
  expect(pages[0]).toMatchObject({ matches: 2 * rowsPerPage, totals: { bytes: 2 * rowsPerPage } })
  const back = await browse({ path: '', cursor: pages[1]?.previous }, person.cookie)
  expect(names(back)).toEqual(names(pages[0] as BrowsePage))
  const own = and(eq(files.userId, person.id), eq(files.serviceId, other.serviceId))
  expect(await app.store.read.$count(files, own)).toBe(rowsPerPage)
  expect(await app.store.read.$count(fileTotals, eq(fileTotals.userId, person.id))).toBe(4)
})

test('a forged cursor, or one from another sort, opens the first page', async () => {
  const { next } = await browse({ path: '' })
  const first = names(await browse({ path: '', sort: 'size' }))
  for (const cursor of ['x', '', 'WyJuYW1lIl0', next])
    expect(names(await browse({ path: '', sort: 'size', cursor }))).toEqual(first)
  expect((await ask({ cursor: 7 })).status).toBe(422)
})

/** Sorts with keys that `next` could name if rows could hold them. */
const crafted: [sort: 'name' | 'size' | 'date', key: string | number][] = [
  ['name', 'photo\u0000'],
  ['name', 'photo\n'],
  ['name', 'photo\ud800'],
  ['name', 7],
  ['size', 'photo'],
  ['date', 9e15],
  ['date', 8.64e15],
  ['date', -8.64e15],
]

test.each(crafted)('a cursor by %s after %j opens the first page', async (sort, key) => {
  const place = [sort, false, 2, 'after', false, key, owner.serviceId]
  const cursor = Buffer.from(JSON.stringify(place)).toString('base64url')
  expect(names(await browse({ path: '', sort, cursor }))).toEqual(names(await browse({ path: '', sort })))
})

test('a missing folder is reported as missing, an empty one is not', async () => {
  await owner.call('POST', '/api/files/folders', { serviceId: owner.serviceId, path: 'zoo/empty' })
  expect(await browse({ path: 'Your account is locked' })).toMatchObject({ items: [], isMissing: true })
  expect(await browse({ path: 'zoo/empty' })).toMatchObject({ items: [], isMissing: false })
  expect(await browse({ path: 'zoo' })).toMatchObject({ isMissing: false })
  expect(await browse({ path: '' })).toMatchObject({ isMissing: false })
})

test('lists no files of other customers, and none to visitors', async () => {
  const other = await createFileOwner(app)
  expect((await ask({}, '')).status).toBe(401)
  const asked = { serviceId: owner.serviceId }
  expect((await ask(asked, other.cookie)).status).toBe(404)
  expect(await browse({}, other.cookie)).toMatchObject({ items: [], matches: 0, totals: { files: 0 } })
})

test.each([...sortKeys].flatMap((key) => [key, `-${key}`]))(
  'a page by %s reads an index without sorting',
  async (text) => {
    const sort = readFileSort(text)
    const engine = engineOf(app.store)
    if (engine.dialect === 'postgres') await engine.query('analyze file_manager')
    const view = { userId: owner.id, serviceIds: [owner.serviceId], path: '', sort }
    const from = {
      id: owner.serviceId,
      isFolder: false,
      key: { name: 'photo-0300.txt', size: 300, date: app.deps.now().getTime() - 600 }[sort.key],
    }
    const seek = { serviceId: owner.serviceId, isBackward: false, isFolder: false, from, limit: 10 }
    const { sql, params } = seekRows(app.store, view, seek).toSQL()
    const explain = engine.dialect === 'postgres' ? 'explain' : 'explain query plan'
    const plan = JSON.stringify(await engine.query(`${explain} ${sql}`, params as string[]))
    expect(plan).not.toMatch(/TEMP B-TREE|Sort/)
    // With so few rows PostgreSQL may take another index with the same leading columns.
    if (engine.dialect === 'postgres') return expect(plan).toMatch(/Index Cond: .*ROW\(/)
    expect(plan).toContain(`file_manager_by_${sort.key}`)
    expect(plan).toMatch(/is_folder=\? AND (<expr>[<>]\?|\(\w+,id\)[<>]\(\?,\?\))/)
  },
)
