import { afterAll, beforeAll, expect, test } from 'bun:test'
import { and, desc, eq, sql } from 'drizzle-orm'
import { domainName } from '#test/support/domain-name.ts'
import { addPlan, moment, userRow } from '#test/support/rows.ts'
import { createTestStore, type TestStore } from '#test/support/store.ts'
import { type Direction, directionOf, toPage } from './paging.ts'
import { beginsWith, contains, type Search, type SearchBounds, searchList } from './search.ts'

let home: TestStore
type Service = { id: string; domain: string | null; createdAt: Date; email: string; status: string }
let services: Service[] = []

const people = Array.from({ length: 12 }, (_, number) => `person-${number}`)

beforeAll(async () => {
  home = await createTestStore()
  const planId = await addPlan(home.store)
  await home.store.tx(async (tx) => {
    for (const [number, name] of people.entries()) {
      const [user] = await tx.insert(tx.t.users).values(userRow(name)).returning()
      if (!user) throw new Error('no row')
      for (let each = 0; each < 5; each += 1) {
        const createdAt = new Date(moment.getTime() + ((number * 7 + each * 5) % 20))
        const domain = each === 0 ? null : `${each % 2 ? 'shop' : 'person'}-${number}.example.com`
        const status = each === 4 ? ('stopped' as const) : ('active' as const)
        const row = {
          id: Bun.randomUUIDv7(),
          domain: domain === null ? null : domainName(`${each}${domain}`),
          createdAt,
          status,
        }
        await tx.insert(tx.t.userServices).values({ ...row, userId: user.id, planId, updatedAt: moment })
        services.push({ ...row, email: user.emailKey })
      }
    }
  })
  services = services.toSorted(
    (one, other) => other.createdAt.getTime() - one.createdAt.getTime() || (one.id < other.id ? 1 : -1),
  )
})
afterAll(() => home.close())

/** All pages of a search. */
async function findAll(
  q: string,
  { status, direction, bounds }: { status: 'active' | undefined; direction: Direction; bounds: SearchBounds },
): Promise<string[]> {
  const { userServices: s, users } = home.store.t
  const found: string[] = []
  for (let cursor: string | undefined; ; ) {
    const limit = 4
    const { behind, order } = directionOf({ at: s.createdAt, id: s.id }, direction)
    const isBehind = behind(cursor)
    const search: Search<{ id: string; at: Date }> = {
      table: s,
      at: s.createdAt,
      direction,
      filter: status && eq(s.status, status),
      matches: [beginsWith(s.domain, q)],
      elsewhere: { table: users, key: s.userId, matches: [beginsWith(users.emailKey, q)] },
      select: (read, which) =>
        read
          .select({ id: s.id, at: s.createdAt })
          .from(s)
          .innerJoin(users, eq(users.id, s.userId))
          .where(and(status && eq(s.status, status), which, isBehind))
          .orderBy(...order)
          .limit(limit + 1),
    }
    const rows = await searchList(home.store, search, { cursor, limit, bounds })
    const page = toPage(rows, { limit, key: (row) => row, present: ({ id }) => id })
    found.push(...page.items)
    if (page.nextCursor === null) return found
    cursor = page.nextCursor
  }
}

const ways: [way: string, bounds: SearchBounds][] = [
  ['by the newest rows alone', { near: 1_000, most: 1_000, mostElsewhere: 1_000, far: 1_000 }],
  ['by the newest rows, then the indexes', { near: 7, most: 1_000, mostElsewhere: 1_000, far: 1_000 }],
  ['by the order of the list', { near: 1, most: 0, mostElsewhere: 0, far: 1_000 }],
  ['by the order of the list, a row at a time', { near: 1, most: 0, mostElsewhere: 0, far: 1 }],
  ['by the order of the list, some rows at a time', { near: 3, most: 0, mostElsewhere: 0, far: 11 }],
  ['by the indexes with few matches, else by the order', { near: 3, most: 6, mostElsewhere: 2, far: 5 }],
  ['without an index when the other table has many matches', { near: 3, most: 60, mostElsewhere: 0, far: 5 }],
]

test.each(ways)('a search %s finds every match once, in the order of the list', async (_, bounds) => {
  for (const q of ['person-1', 'person-11@', '1shop-3', '2', 'person', '4person-0', 'nobody', '%', '']) {
    for (const status of [undefined, 'active'] as const) {
      const wanted = services.filter(
        (each) =>
          (each.domain?.startsWith(q) || each.email.startsWith(q)) && (!status || each.status === status),
      )
      const ids = wanted.map(({ id }) => id)
      expect(await findAll(q, { status, direction: 'newest first', bounds })).toEqual(ids)
      expect(await findAll(q, { status, direction: 'oldest first', bounds })).toEqual(ids.toReversed())
    }
  }
})

test('a search for frequent matches far back stops after a number of rows, and reports how far it came', async () => {
  const { users } = home.store.t
  const search: Search<{ id: string }> = {
    table: users,
    at: users.createdAt,
    matches: [beginsWith(users.emailKey, 'person')],
    select: () => Promise.resolve([]),
  }
  const bounds = { near: 2, most: 0, mostElsewhere: 0, far: 3 }
  const newest = await home.store.read
    .select({ at: users.createdAt, id: users.id })
    .from(users)
    .orderBy(desc(users.createdAt), desc(users.id))
  const { end } = await searchList(home.store, search, { limit: 4, bounds })
  expect(end).toEqual(newest[4])
})

test.each([
  ['Rechnung \u00c4mter', '\u00e4mter', 'amter'],
  ['caf\u00e9 100 %', '\u00e9 100 %', '\u00e9 100 _'],
  ['\u0429\u0438\u0419', '\u0438\u0439', '\u0439\u0438'],
  ['\u0905\u0928\u0941\u092c\u0902\u0927 \u0932\u095c\u0915\u093e', '\u0932\u095c', '\u0932\u0921\u0915'],
  ['Stra\u00dfe', 'RA\u00dfE', 'rasse'],
])('%s is found in any case and in every form of its letters, stored or searched', async (text, q, other) => {
  const forms = (value: string) => [value, value.normalize('NFC'), value.normalize('NFD')]
  const { users } = home.store.t
  const [row] = await home.store.read.select({ id: users.id }).from(users).limit(1)
  for (const stored of forms(text)) {
    await home.store.tx((tx) =>
      tx
        .update(users)
        .set({ organization: stored })
        .where(eq(users.id, row?.id ?? '')),
    )
    const isFound = async (typed: string) =>
      (await home.store.read.$count(users, contains(sql`${users.organization}`, typed))) === 1
    for (const typed of forms(q)) expect([stored, typed, await isFound(typed)]).toEqual([stored, typed, true])
    expect([stored, await isFound(q.toUpperCase().replace('SS', '\u00df'))]).toEqual([stored, true])
    expect([stored, await isFound(other)]).toEqual([stored, false])
  }
})
