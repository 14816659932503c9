import { afterEach, beforeEach, expect, test } from 'bun:test'
import { day, minute } from '#shared/time.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { purgeMails } from './purge.ts'

let app: TestApp
beforeEach(async () => {
  app = await createTestApp()
})
afterEach(() => app.close())

type Row = TestApp['store']['t']['mails']['$inferInsert']

const row = (status: NonNullable<Row['status']>, createdAt = app.deps.now()): Row => ({
  to: 'asha@example.com',
  subject: 'S',
  text: 'T',
  html: 'T',
  kind: 'test',
  status,
  createdAt,
})
const add = (rows: Row[]) => app.store.tx((tx) => tx.insert(tx.t.mails).values(rows))
const left = async () =>
  (await app.store.read.select().from(app.store.t.mails)).map(({ status }) => status).sort()

test('a mail is deleted thirty days after its creation when it was sent or failed, and stays while it is queued', async () => {
  await add([row('sent'), row('failed'), row('queued')])
  app.advance(30 * day)
  await purgeMails(app.deps)
  expect(await left()).toEqual(['failed', 'queued', 'sent'])
  app.advance(minute)
  await purgeMails(app.deps)
  expect(await left()).toEqual(['queued'])
})

test('one run deletes every expired mail, at most a thousand in a transaction', async () => {
  await add(Array.from({ length: 2_500 }, () => row('sent')))
  app.advance(31 * day)
  const counts: number[] = []
  const { tx } = app.store
  const store = {
    ...app.store,
    async tx<T>(work: Parameters<typeof tx<T>>[0]) {
      const result = await tx(work)
      counts.push(await app.store.read.$count(app.store.t.mails))
      return result
    },
  }
  await purgeMails({ ...app.deps, store })
  expect(counts).toEqual([1_500, 500, 0])
})
