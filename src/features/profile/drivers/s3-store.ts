import { S3Client } from 'bun'
import type { ObjectStore } from './object-store.ts'
import type { Bucket } from './objects-url.ts'

const isAbsent = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'NoSuchKey' || error.code === 'ENOENT')

/** Stores objects in a bucket of an S3 server. */
export function createS3Store(bucket: Bucket): ObjectStore {
  const client = new S3Client(bucket)
  return {
    name: `S3, bucket ${bucket.bucket}`,
    mode: 'remote',
    place: 's3',
    async put(key, bytes) {
      await client.write(key, bytes, { type: 'image/webp' })
    },
    async get(key) {
      try {
        return new Uint8Array(await client.file(key).arrayBuffer())
      } catch (error) {
        if (isAbsent(error)) return null
        throw error
      }
    },
    async remove(key) {
      await client.delete(key)
    },
    async check() {
      try {
        await client.list({ maxKeys: 1 })
        return { isHealthy: true, version: null, message: null }
      } catch (error) {
        const reason = error instanceof Error ? error.message : 'no answer'
        return { isHealthy: false, version: null, message: `The bucket cannot be read: ${reason}` }
      }
    },
  }
}
