import { afterAll, beforeAll, expect, test } from 'bun:test'
import { rmSync } from 'node:fs'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { createSite } from '#test/support/backups.ts'
import { invariants } from './doctor.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const broken = async () => {
  const counts = invariants.map(async ({ name, count }) => ({
    name,
    rows: await count(app.store, app.dataDir),
  }))
  return (await Promise.all(counts)).filter(({ rows }) => rows > 0)
}

test('the doctor misses the archive of a completed backup', async () => {
  const site = await createSite(app)
  const { id } = await site.backUp()
  await site.start()
  expect(await broken()).toEqual([])
  rmSync(site.archive(id))
  expect(await broken()).toEqual([{ name: 'every completed backup has its archive', rows: 1 }])
})
