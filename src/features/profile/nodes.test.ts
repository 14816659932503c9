import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { makeTestFolder } from '#test/support/folders.ts'
import { stripedPng } from '#test/support/images.ts'
import { offeredAddress, sendImage } from '#test/support/profile.ts'
import { hasSwift, startSwift } from '#test/support/swift.ts'
import { createDiskStore } from './drivers/disk-store.ts'
import type { ObjectStore } from './drivers/object-store.ts'
import { readObjectsUrl } from './drivers/objects-url.ts'
import { createS3Store } from './drivers/s3-store.ts'

let swift: Awaited<ReturnType<typeof startSwift>> | undefined
beforeAll(async () => {
  if (hasSwift) swift = await startSwift('photos')
})
afterAll(() => swift?.stop())

const shared = join(makeTestFolder(), 'objects')

function onS3(): ObjectStore {
  const bucket = readObjectsUrl(swift?.addressOf('photos') ?? '')
  if (!bucket) throw new Error('no address')
  return createS3Store(bucket)
}

const stores: [name: string, make: () => ObjectStore][] = [
  ['a folder', () => createDiskStore(shared)],
  ...(hasSwift ? ([['an S3 server', onS3]] satisfies [string, () => ObjectStore][]) : []),
]

const square = stripedPng(64, 64, [[255, 0, 0]])

describe.each(stores)('two nodes that share %s', (_, make) => {
  let nodes: [TestApp, TestApp]
  beforeAll(async () => {
    const one = await createTestApp({ objects: make() })
    nodes = [one, await createTestApp({ objects: make(), store: one.store })]
  })
  afterAll(async () => {
    await nodes[1].close()
    await nodes[0].close()
  })

  test('offer, take, save, show and remove one photo, each in turn', async () => {
    const [one, other] = nodes
    const { cookie } = await one.addCustomer()
    const offered = await offeredAddress(one, cookie)
    expect((await sendImage(other, offered, square)).status).toBe(200)
    const [address = ''] = offered.split('?')
    const save = (node: TestApp, profileImageUrl: string | null) =>
      node.request('/api/user/profile', { method: 'PUT', cookie, json: { profileImageUrl } })
    expect((await save(one, address)).body).toMatchObject({ profileImageUrl: address })
    const see = async (node: TestApp) => {
      const request = new Request(`http://portal.test${address}`, { headers: { cookie } })
      return node.portal.fetch(request, () => '192.0.2.1')
    }
    const seen = [await see(one), await see(other)]
    expect(seen.map(({ status }) => status)).toEqual([200, 200])
    expect(await seen[0]?.bytes()).toEqual(await seen[1]?.bytes())
    expect((await save(other, null)).status).toBe(200)
    expect((await see(one)).status).toBe(404)
    await one.work()
    const key = `${address.split('/').at(-1)}.webp`
    expect(await other.deps.objects.get(key)).toBeNull()
  })

  test('let one of two simultaneous uploads to an address through', async () => {
    const { cookie } = await nodes[0].addCustomer()
    const offered = await offeredAddress(nodes[0], cookie)
    const answers = await Promise.all(nodes.map((node) => sendImage(node, offered, square)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404])
  })
})
