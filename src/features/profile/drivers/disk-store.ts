import { constants } from 'node:fs'
import { mkdir, open } from 'node:fs/promises'
import { join } from 'node:path'
import { isMissing, removeAll, replaceFile, syncPath } from '#server/system/disk.ts'
import type { ObjectStore } from './object-store.ts'

/** Stores objects as files in a folder, each complete and synced. */
export function createDiskStore(folder: string): ObjectStore {
  const pathOf = (key: string) => join(folder, key)
  return {
    name: 'objects on disk',
    mode: 'embedded',
    place: 'disk',
    async put(key, bytes) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await replaceFile(pathOf(key), bytes, { mode: 0o600 })
    },
    async get(key) {
      const handle = await open(pathOf(key), constants.O_RDONLY | constants.O_NOFOLLOW).catch((error) => {
        if (isMissing(error)) return null
        throw error
      })
      if (handle === null) return null
      try {
        return new Uint8Array(await handle.readFile())
      } finally {
        await handle.close()
      }
    },
    async remove(key) {
      await removeAll(pathOf(key))
      await syncPath(folder).catch((error) => {
        if (!isMissing(error)) throw error
      })
    },
    check: async () => ({ isHealthy: true, version: null, message: null }),
  }
}
