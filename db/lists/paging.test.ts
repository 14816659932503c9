import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { asc, desc, eq } from 'drizzle-orm'
import { addUser, moment } from '#test/support/rows.ts'
import { createTestStore, type TestStore } from '#test/support/store.ts'
import { begins, idBegins, newerThan, olderThan, toPage } from './paging.ts'

let home: TestStore
beforeAll(async () => {
  home = await createTestStore()
})
afterAll(() => home.close())

describe('a prefix search', () => {
  // At the ends of the character range, around surrogate halves, and pattern characters.
  const pieces = ['a', 'b', '%', '_', '\\', 'ä', '\ud7ff', '\ue000', '\uffff', '😀', '\u{10ffff}']
  const names = [...pieces, ...pieces.flatMap((one) => pieces.map((other) => one + other)), 'abc', 'aä😀b']

  beforeAll(() =>
    home.store.tx((tx) =>
      tx
        .insert(tx.t.leases)
        .values(names.map((name) => ({ name, holder: 'begins', fence: 1, expiresAt: moment }))),
    ),
  )

  test.each([...pieces, 'ab', 'a\u{10ffff}', '\u{10ffff}\u{10ffff}', 'aä😀', 'A', 'Ä', '', 'nothing'])(
    'finds texts that begin with %j, and no others',
    async (typed) => {
      const { leases } = home.store.t
      const rows = await home.store.read
        .select({ name: leases.name })
        .from(leases)
        .where(begins(leases.name, typed))
      const wanted = names.filter((name) => name.startsWith(typed.toLowerCase()))
      expect(rows.map(({ name }) => name).sort()).toEqual(wanted.sort())
    },
  )
})

test('ids are found by a prefix in any case, and an impossible prefix finds none', async () => {
  const { users } = home.store.t
  const id = await addUser(home.store, 'beginning')
  const find = async (typed: string) => {
    const condition = idBegins(users.id, typed)
    return condition ? (await home.store.read.select().from(users).where(condition)).length : null
  }
  for (const length of [1, 8, 9, 13, 14, 35, 36]) expect(await find(id.slice(0, length))).toBe(1)
  expect(await find(id.toUpperCase())).toBe(1)
  const other = (Number.parseInt(id[0] ?? '', 16) + 1) % 16
  expect(await find(other.toString(16))).toBe(0)
  for (const typed of ['', 'g', id.replaceAll('-', ''), `${id}0`, `-${id.slice(1)}`, '%'])
    expect(await find(typed)).toBeNull()
})

test('pages in both directions return every row once, even when timestamps are equal', async () => {
  const { contactMessages: m } = home.store.t
  const rows = Array.from({ length: 25 }, (_, at) => ({
    id: Bun.randomUUIDv7(),
    reference: `page-${at}`,
    firstName: 'a',
    lastName: 'b',
    email: 'pages@example.com',
    subject: 's',
    message: 'm',
    createdAt: new Date(moment.getTime() + Math.floor(at / 10)),
  }))
  await home.store.tx((tx) => tx.insert(m).values(rows))
  const columns = { at: m.createdAt, id: m.id }
  const all = home.store.read.select().from(m)
  const down: string[] = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const older = await all.where(olderThan(columns, cursor)).orderBy(desc(m.createdAt), desc(m.id)).limit(8)
    const page: ReturnType<typeof toPage> = toPage(older, {
      limit: 7,
      key: (row) => ({ at: row.createdAt, id: row.id }),
      present: ({ id }) => id,
    })
    down.push(...(page.items as string[]))
    cursor = page.nextCursor
  }
  const up: string[] = []
  for (let last = { at: new Date(0), id: '' }; ; ) {
    const newer = await home.store.read
      .select()
      .from(m)
      .where(up.length > 0 ? newerThan(columns, last) : eq(m.subject, 's'))
      .orderBy(asc(m.createdAt), asc(m.id))
      .limit(7)
    const row = newer.at(-1)
    if (!row) break
    up.push(...newer.map(({ id }) => id))
    last = { at: row.createdAt, id: row.id }
  }
  expect(up).toEqual(rows.map(({ id }) => id))
  expect(down).toEqual(up.toReversed())
})
