import { afterAll, beforeAll, expect, test } from 'bun:test'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { until } from '#test/support/until.ts'
import { eachKind, openKills } from './databases-kills.ts'
import { type Kind, kinds, signalEngines } from './databases-stage.ts'

/** Enough rows that a kill can hit the dump. */
const many = 150_000

let stage: Awaited<ReturnType<typeof openKills>>
beforeAll(async () => {
  stage = await openKills()
})
afterAll(() => stage.close())

test('the next portal sets up an engine whose first start was interrupted', async () => {
  const begun = kinds.map((kind) => stage.customer.create(kind, 'first').catch(() => null))
  await eachKind((kind) => until('its folder', () => stage.draftsOf(kind).length > 0))
  await stage.killPortal()
  await Promise.all(begun)
  for (const { id, dbType } of await stage.customer.list())
    stage.note({ id, kind: dbType as Kind, password: 'first of first', rows: 0 })
  expect(stage.known.size).toBe(kinds.length)
  await stage.expectAll()
})

test('the next portal completes an interrupted dump and an interrupted restore', async () => {
  const large = await eachKind((kind) => stage.customer.make(kind, 'large', many))
  for (const { id } of large) await stage.customer.remove(id)
  await Promise.any(
    large.map(({ id }) => {
      const draft = join(stage.dataDir, 'database-dumps', `${id}.tmp`)
      return until('a draft', () => (statSync(draft, { throwIfNoEntry: false })?.size ?? 0) > 0)
    }),
  )
  signalEngines(stage.dataDir, 'SIGSTOP')
  await stage.killPortal()
  for (const each of large) stage.note({ ...each, isDeleted: true })
  await stage.expectAll()

  const begun = large.map(({ id }) => stage.customer.restore(id).catch(() => null))
  await Promise.all(
    large.map(({ id }) => until('a restore', async () => (await stage.findDump(id))?.status === 'restoring')),
  )
  await stage.killPortal()
  await Promise.all(begun)
  for (const each of large) stage.note(each)
  await stage.expectAll()
})

test('databases under creation are created once, whether engine or portal dies first', async () => {
  const names = ['one', 'two', 'three', 'four']
  const begun = kinds.flatMap((kind) =>
    names.map((name) => stage.customer.create(kind, name).catch(() => null)),
  )
  await Promise.race(begun)
  // Both together, as in a power failure.
  signalEngines(stage.dataDir, 'SIGKILL')
  await stage.killPortal()
  const acknowledged = (await Promise.all(begun)).filter((each) => each !== null)
  const rows = await stage.customer.list()
  expect(rows.map(({ id }) => id)).toEqual(expect.arrayContaining(acknowledged.map(({ id }) => id)))
  for (const { id, dbName, dbType } of rows)
    if (names.includes(dbName))
      stage.note({ id, kind: dbType as Kind, password: `first of ${dbName}`, rows: 0 })
  await stage.expectAll()
})
