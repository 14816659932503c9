import { afterEach, beforeEach, expect, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import { loneName, takeLease } from '#db/locks/node-leases.ts'
import { readEnv } from '#env'
import { makeTestFolder } from '#test/support/folders.ts'
import { createTestStore, type TestStore } from '#test/support/store.ts'
import { createLogger } from '../log.ts'
import { joinNodes } from './join.ts'
import { type Node, nodeLeaseMs, startNode } from './node.ts'
import { forgetSharedFolder } from './shared-folder.ts'

const log = createLogger('silent')

let stage: TestStore
const nodes: Node[] = []
beforeEach(async () => {
  stage = await createTestStore()
})
afterEach(async () => {
  for (const node of nodes.splice(0)) await node.close()
  await stage.close()
})

async function joinShared(dataDir: string): Promise<void> {
  const env = readEnv({
    DATABASE_URL: 'postgres://portal@127.0.0.1:1/portal',
    SHARED_DATA: 'true',
    DATA_DIR: dataDir,
    RUN_DIR: makeTestFolder(),
  })
  nodes.push(await joinNodes({ env, store: stage.store, log }))
}

const leaseNames = async () => {
  const { leases } = stage.store.t
  const rows = await stage.store.read.select({ name: leases.name }).from(leases)
  return rows.map(({ name }) => name)
}

test('a node that shares its folder is refused beside one that does not, leaving database and folder unchanged', async () => {
  const holder = 'other-host:/data id'
  const lease = { name: loneName, holder, ttlMs: nodeLeaseMs }
  const fence = (await takeLease(stage.store, lease, undefined)) ?? 0
  nodes.push(startNode({ store: stage.store, log, isShared: false, name: loneName, holder, fence }))
  const dataDir = makeTestFolder()
  await expect(joinShared(dataDir)).rejects.toThrow('is in use by the portal on other-host:/data')
  expect(await leaseNames()).toEqual([loneName])
  expect(readdirSync(dataDir)).toEqual([])
})

test('a folder other than the recorded one is refused until the recorded one is cleared', async () => {
  await joinShared(makeTestFolder())
  await nodes.pop()?.close()
  const restored = makeTestFolder()
  await expect(joinShared(restored)).rejects.toThrow('is not the folder that the other nodes work with')
  await forgetSharedFolder(stage.store)
  await joinShared(restored)
  expect(readdirSync(restored)).toEqual(['nodes'])
})
