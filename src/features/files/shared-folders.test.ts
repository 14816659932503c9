import { afterEach, expect, test } from 'bun:test'
import { and, eq, isNull } from 'drizzle-orm'
import { acquireLock, assertLock, releaseLock } from '#db/locks/locks.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { createFileOwner, type FileOwner } from '#test/support/files.ts'
import { insertFiles } from '#test/support/many-files.ts'
import { sharedNode } from '#test/support/nodes.ts'
import { pieceRows } from './service/changes.ts'
import { settleLocked } from './service/journal.ts'
import { countWrongTotals } from './upkeep/check-totals.ts'

const count = 4 * pieceRows

let app: TestApp
let owner: FileOwner
afterEach(() => app.close())

const pathsIn = async (path: string) => {
  const { files } = app.store.t
  const of = and(eq(files.serviceId, owner.serviceId), eq(files.path, path), isNull(files.deletedAt))
  const rows = await app.store.read.select({ filePath: files.filePath }).from(files).where(of)
  return rows.map(({ filePath }) => filePath)
}

const lay = (paths: number, name: (number: number) => string) =>
  insertFiles(app.store, { userId: owner.id, serviceId: owner.serviceId }, paths, (number) => ({
    path: name(number),
    sizeBytes: 1,
    at: app.deps.now(),
  }))

/** Another node takes over the folder, continues its open change, and releases it. */
async function settleElsewhere(): Promise<void> {
  const { store } = app
  const lock = await acquireLock(store, {
    name: `folder:${owner.serviceId}`,
    holder: sharedNode('second').holder,
  })
  if (!lock) throw new Error('the folder was not taken over')
  const folderLock = {
    assertCurrent: () => {},
    assertHeld: (tx: Parameters<typeof assertLock>[0]) => assertLock(tx, store, lock),
  }
  await settleLocked(app.deps, { userId: owner.id, serviceId: owner.serviceId }, folderLock)
  await releaseLock(store, lock)
}

/** Runs the work; after the first transaction that moved a row into the folder, this node stalls while `meanwhile` runs. */
async function sleepAfterPiece(
  folder: string,
  { work, meanwhile }: Record<'work' | 'meanwhile', () => Promise<void>>,
) {
  const { store } = app
  const { tx } = store
  let isAwake = true
  store.tx = (async (body) => {
    const answer = await tx.call(store, body)
    if (isAwake && (await pathsIn(folder)).length > 0) {
      isAwake = false
      await meanwhile()
    }
    return answer
  }) as typeof tx
  await work().finally(() => {
    store.tx = tx
  })
  expect(isAwake).toBe(false)
}

test('a node that stalled while moving a large folder moves nothing that arrived after another node completed the move', async () => {
  app = await createTestApp({ node: sharedNode('first') })
  owner = await createFileOwner(app)
  await owner.call('POST', '/api/files/folders', { serviceId: owner.serviceId, path: 'a' })
  await lay(count, (number) => `a/n-${number}.txt`)
  const folder = (await owner.list('?path='))[0]
  await sleepAfterPiece('b', {
    async work() {
      const reply = await owner.call('PATCH', `/api/files/${folder?.id}`, { name: 'b' })
      expect(reply.status).toBe(503)
    },
    async meanwhile() {
      await settleElsewhere()
      expect(await pathsIn('b')).toHaveLength(count)
      await lay(2 * pieceRows, (number) => `a/later-${number}.txt`)
    },
  })
  expect(await pathsIn('b')).toHaveLength(count)
  expect(await pathsIn('a')).toHaveLength(2 * pieceRows)
  expect(await countWrongTotals(app.store)).toBe(0)
})
