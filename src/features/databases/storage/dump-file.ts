import { createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream as WebStream } from 'node:stream/web'
import { createGzip } from 'node:zlib'
import type { Deps } from '#server/context.ts'
import { exists, isFileAs, removeAll, renameDurably, syncPath } from '#server/system/disk.ts'
import { Damaged, seal, unseal } from './sealed-stream.ts'
import { toWeb } from './to-web.ts'

/** Folder of the sealed dumps of deleted databases. Built from server-side ids only. */
export const dumpFolder = (dataDir: string): string => join(dataDir, 'database-dumps')

export const dumpPath = (dataDir: string, id: string): string => join(dumpFolder(dataDir), `${id}.dump`)

const draftPath = (dataDir: string, id: string): string => join(dumpFolder(dataDir), `${id}.tmp`)

type Settings = Pick<Deps, 'env' | 'secrets'>
export type FileFacts = { fileSize: number; sha256: string }

const lockOf = ({ secrets }: Settings, id: string) => ({
  key: secrets.deriveKey('database dumps'),
  place: `database_dumps:file:${id}`,
})

/** Writes the dump to disk under its name: complete, compressed and sealed. */
export async function writeDump(
  settings: Settings,
  id: string,
  content: ReadableStream<Uint8Array>,
  signal: AbortSignal,
): Promise<FileFacts> {
  const { DATA_DIR } = settings.env
  const [path, draft] = [dumpPath(DATA_DIR, id), draftPath(DATA_DIR, id)]
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  await removeAll(draft)
  const hasher = new Bun.CryptoHasher('sha256')
  let fileSize = 0
  const lock = lockOf(settings, id)
  try {
    await pipeline(
      Readable.fromWeb(content as unknown as WebStream),
      createGzip({ level: 4 }),
      async function* (source: AsyncIterable<Uint8Array>) {
        for await (const piece of seal(source, lock)) {
          hasher.update(piece)
          fileSize += piece.length
          yield piece
        }
      },
      createWriteStream(draft, { flags: 'wx', mode: 0o600 }),
      { signal },
    )
    await syncPath(draft)
    await renameDurably(draft, path)
  } finally {
    await removeAll(draft)
  }
  return { fileSize, sha256: hasher.digest('hex') }
}

/** The dump as plain gzip bytes. @throws Damaged when it is missing or differs from its record, also while it is read */
export async function openDump(
  settings: Settings,
  dump: { id: string; fileSize: number; sha256: string | null },
): Promise<ReadableStream<Uint8Array>> {
  const path = dumpPath(settings.env.DATA_DIR, dump.id)
  if (!(await isFileAs(path, dump)))
    throw new Damaged((await exists(path)) ? 'it was modified' : 'it is missing')
  return toWeb(unseal(Bun.file(path).stream(), lockOf(settings, dump.id)))
}
