import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { and, desc, eq, gt, like, lt, or } from 'drizzle-orm'
import { z } from 'zod'
import type { Store } from '#db/types.ts'
import { findSlowPlans } from './query-plans/plans.ts'
import { distinct, openRecorded, runEverything, variationsOf } from './query-plans/record.ts'
import { moment } from './support/rows.ts'
import { testEngine } from './support/store.ts'

let portal: Awaited<ReturnType<typeof openRecorded>>
beforeAll(async () => {
  portal = await openRecorded()
}, 300_000)
afterAll(() => portal.close())

test('no statement of a call or a scheduled task reads or sorts the rows of all customers', async () => {
  expect(await runEverything(portal.fixture)).toEqual([])
  const statements = distinct(portal.statements)
  // Far fewer would mean that the record is incomplete.
  expect(statements.length).toBeGreaterThan(250)
  expect(await findSlowPlans(portal.store, statements)).toEqual([])
}, 300_000)

test('the run reports a call that is refused before its statements run', async () => {
  const send = async () => ({ status: 409, text: '', body: null })
  const refused = await runEverything({ ...portal.fixture, send })
  expect(refused).toContain('GET /api/user-services {}: 409')
  expect(refused).toContain('GET /api/user/orders {"limit":2}: 409')
}, 300_000)

describe('the check of query plans', () => {
  const id = '01900000-0000-7000-8000-000000000000'
  const planted: [what: string, (store: Store) => PromiseLike<unknown>, complaint: RegExp][] = [
    [
      'a list in an order without an index',
      ({ read, t: { users } }) => read.select().from(users).orderBy(desc(users.updatedAt)).limit(51),
      /reads all rows|sorts rows/,
    ],
    [
      'a list with a filter that starts no index',
      ({ read, t: { mails } }) =>
        read
          .select()
          .from(mails)
          .where(eq(mails.kind, 'x'))
          .orderBy(desc(mails.createdAt), desc(mails.id))
          .limit(51),
      /reads all rows/,
    ],
    [
      'a cursor condition that uses or',
      ({ read, t: { auditLog: a } }) =>
        read
          .select()
          .from(a)
          .where(or(lt(a.at, moment), and(eq(a.at, moment), lt(a.id, id))))
          .orderBy(desc(a.at), desc(a.id))
          .limit(51),
      /reads all rows|sorts rows/,
    ],
    [
      'a lookup by id without the owner',
      ({ read, t: { files } }) => read.select().from(files).where(eq(files.id, id)),
      /reads all rows/,
    ],
    [
      'a list of all rows with a status',
      ({ read, t: { userServices: s } }) => read.select({ id: s.id }).from(s).where(eq(s.status, 'active')),
      /has no limit/,
    ],
    ['a count of everything', ({ read, t: { auditLog } }) => read.$count(auditLog), /reads all rows/],
    [
      'a deletion by a time without an index',
      (store) => store.tx((tx) => tx.delete(tx.t.mails).where(gt(tx.t.mails.sentAt, new Date('2100-01-01')))),
      /reads all rows/,
    ],
  ]
  // PostgreSQL finds the range of a pattern automatically.
  const pattern: (typeof planted)[number] = [
    'a prefix search with like',
    ({ read, t: { users } }) => read.select().from(users).where(like(users.emailKey, 'asha%')).limit(51),
    /reads all rows/,
  ]
  test.each(testEngine === 'sqlite' ? [...planted, pattern] : planted)(
    'reports %s',
    async (_, ask, complaint) => {
      portal.statements.length = 0
      await ask(portal.store)
      expect((await findSlowPlans(portal.store, distinct(portal.statements))).join('\n')).toMatch(complaint)
    },
  )

  test('requests further pages of lists, with each filter and with searches', () => {
    const schema = z.object({
      cursor: z.string().optional(),
      limit: z.number().optional(),
      status: z.enum(['open', 'closed']).optional(),
      q: z.string().optional(),
    })
    const asked = variationsOf(schema, 'service').map((input) => Object.keys(input).sort().join(' '))
    expect(new Set(asked)).toEqual(
      new Set(['cursor', 'limit', 'status', 'q', 'cursor limit', 'cursor status', 'cursor q']),
    )
  })
})
