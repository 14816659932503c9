import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { makeTestFolder } from '#test/support/folders.ts'
import { freePort } from '#test/support/free-port.ts'
import { hasSwift, startSwift } from '#test/support/swift.ts'
import { createDiskStore } from './disk-store.ts'
import type { ObjectStore } from './object-store.ts'
import { readObjectsUrl } from './objects-url.ts'
import { createS3Store } from './s3-store.ts'

/** The same tests for a folder and for a real S3 server, OpenStack's Swift. */
let swift: Awaited<ReturnType<typeof startSwift>> | undefined
beforeAll(async () => {
  if (hasSwift) swift = await startSwift('photos')
})
afterAll(() => swift?.stop())

const s3 = (bucket = 'photos'): ObjectStore => {
  const read = readObjectsUrl(swift?.addressOf(bucket) ?? '')
  if (!read) throw new Error('no address')
  return createS3Store(read)
}
const onS3: [name: string, make: () => ObjectStore] = ['an S3 server', () => s3()]
const stores: (typeof onS3)[] = [
  ['a folder', () => createDiskStore(join(makeTestFolder(), 'objects'))],
  ...(hasSwift ? [onS3] : []),
]
const bytes = (text: string) => new TextEncoder().encode(text)

describe.each(stores)('on %s', (_, make) => {
  const key = () => `${Bun.randomUUIDv7()}.webp`

  test('returns an object as last written, byte for byte', async () => {
    const [store, name] = [make(), key()]
    await store.put(name, bytes('one'))
    const large = crypto.getRandomValues(new Uint8Array(60_000))
    await store.put(name, large)
    expect(await store.get(name)).toEqual(large)
  })

  test('returns null for a missing or removed object', async () => {
    const [store, name] = [make(), key()]
    expect(await store.get(name)).toBeNull()
    await store.put(name, bytes('one'))
    await store.remove(name)
    expect(await store.get(name)).toBeNull()
  })

  test('removes a missing object without an error', async () => {
    await make().remove(key())
  })

  test('reports itself healthy', async () => {
    expect(await make().check()).toMatchObject({ isHealthy: true })
  })
})

test.if(hasSwift)(
  'a missing bucket is unhealthy and refuses writes, and so is a server that is down',
  async () => {
    const nobody = readObjectsUrl(`s3://key:secret@127.0.0.1:${freePort()}/photos?tls=off`)
    const gone = nobody ? [createS3Store(nobody)] : []
    for (const store of [s3('nowhere'), ...gone]) {
      expect((await store.check()).isHealthy).toBe(false)
      await expect(store.put('a.webp', bytes('one'))).rejects.toThrow()
    }
  },
)

test.each([
  'https://key:secret@s3.example.com/bucket',
  's3://s3.example.com/bucket',
  's3://key@s3.example.com/bucket',
  's3://key:secret@s3.example.com/',
  's3://key:secret@s3.example.com/a/b',
  's3://k%zz:secret@s3.example.com/bucket',
])('rejects %s as a bucket URL', (address) => {
  expect(readObjectsUrl(address)).toBeNull()
})
