import { afterEach, beforeEach, expect, test } from 'bun:test'
import { rm } from 'node:fs/promises'
import { eq } from 'drizzle-orm'
import { StoreUnavailable } from '#db/errors.ts'
import { day } from '#shared/time.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { createFileOwner, type FileOwner } from '#test/support/files.ts'
import { insertFiles } from '#test/support/many-files.ts'
import { sweepFiles } from './upkeep/sweep.ts'

// More than a sweep reads per query.
const count = 120

let app: TestApp
let [broken, sound]: FileOwner[] = []
beforeEach(async () => {
  app = await createTestApp()
  ;[broken, sound] = [await createFileOwner(app), await createFileOwner(app)]
  for (const owner of [broken, sound]) {
    const at = app.deps.now()
    const describe = (number: number) => ({ path: `n-${number}`, sizeBytes: 0, at })
    await insertFiles(app.store, { userId: owner.id, serviceId: owner.serviceId }, count, describe)
    await owner.call('POST', '/api/files/folders', { serviceId: owner.serviceId, path: 'stays' })
  }
  const { files } = app.store.t
  await app.store.tx((tx) =>
    tx.update(files).set({ deletedAt: app.deps.now() }).where(eq(files.isFolder, false)),
  )
  app.advance(8 * day)
})
afterEach(() => app.close())

const rowsOf = (owner: FileOwner | undefined) => {
  const { files } = app.store.t
  return app.store.read.$count(files, eq(files.serviceId, owner?.serviceId ?? ''))
}

const failFor = (owner: FileOwner | undefined, error: Error) => async (path: string) => {
  if (path.includes(owner?.serviceId ?? '')) throw error
  await rm(path, { recursive: true, force: true })
}

test('a service whose trash cannot be emptied does not stop the sweep of others, and is reported once', async () => {
  await sweepFiles(app.deps, failFor(broken, new Error('a broken disk')))
  expect(await rowsOf(sound)).toBe(1)
  expect(await rowsOf(broken)).toBeGreaterThan(1)
  const reported = app.logged.filter((line) => line.includes(`"service":"${broken?.serviceId}"`))
  expect(reported).toEqual([expect.stringContaining('a broken disk')])
  await sweepFiles(app.deps, (path) => rm(path, { recursive: true, force: true }))
  expect(await rowsOf(broken)).toBe(1)
})

test('a sweep stops immediately while the database is unreachable', async () => {
  const sweep = sweepFiles(app.deps, failFor(broken, new StoreUnavailable('connection')))
  await expect(sweep).rejects.toThrow('store unavailable')
})
