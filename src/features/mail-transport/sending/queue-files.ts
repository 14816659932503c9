import { mkdir, open, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { namesIn, replaceFile, syncPath } from '#server/system/disk.ts'
import { withCrlf } from './crlf.ts'

const namePattern = /^[0-9a-f-]{36}$/

/** The raw queued messages, in `DATA_DIR/mail-queue`: one file for all recipients of a message, its lines ending in CRLF. */
export interface QueueFiles {
  /** Writes a new file durably, with its folder; an interrupted write leaves nothing. */
  store(content: AsyncIterable<Uint8Array>): Promise<{ file: string; sizeBytes: number }>
  /** Replaces the content of the file with this name. */
  put(file: string, content: Uint8Array): Promise<void>
  /** Null when it does not exist. */
  read(file: string): Promise<Blob | null>
  remove(file: string): Promise<void>
  /** Names and when they were written. */
  list(): AsyncIterable<{ file: string; writtenAt: Date }>
}

export function openQueueFiles(dataDir: string): QueueFiles {
  const folder = join(dataDir, 'mail-queue')
  const pathOf = (file: string) => {
    if (!namePattern.test(file)) throw new Error('not a file of the mail queue')
    return join(folder, `${file}.eml`)
  }
  return {
    async store(content) {
      const file = Bun.randomUUIDv7()
      const path = pathOf(file)
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const handle = await open(path, 'wx', 0o600)
      let sizeBytes = 0
      try {
        for await (const piece of withCrlf(content)) {
          await handle.write(piece)
          sizeBytes += piece.length
        }
        await handle.sync()
        await syncPath(folder)
        return { file, sizeBytes }
      } catch (error) {
        await rm(path, { force: true })
        throw error
      } finally {
        await handle.close()
      }
    },
    put: (file, content) => replaceFile(pathOf(file), Readable.from([content]), { mode: 0o600 }),
    async read(file) {
      const blob = Bun.file(pathOf(file))
      return (await blob.exists()) ? blob : null
    },
    remove: (file) => rm(pathOf(file), { force: true }),
    async *list() {
      for (const name of await namesIn(folder)) {
        const file = name.slice(0, -'.eml'.length)
        if (!name.endsWith('.eml') || !namePattern.test(file)) continue
        const found = await stat(join(folder, name)).catch(() => null)
        if (found) yield { file, writtenAt: found.mtime }
      }
    },
  }
}
