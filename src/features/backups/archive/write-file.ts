import { constants } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { join } from 'node:path'
import { isMissing } from '#server/system/disk.ts'
import { filesPrefix, smallBytes } from './limits.ts'
import type { TreeItem } from './manifest.ts'
import { readChunks } from './output.ts'
import type { WalkEntry } from './walk.ts'
import type { ZipWriter } from './zip-writer.ts'

const folderType = 0o040000
export const fileType = 0o100000

type Finding = { found: WalkEntry; nameOf: (name: string) => string }

/** Writes one entry; `null` for a file that was deleted, replaced, or cannot be included. */
export async function addFound(
  zip: ZipWriter,
  root: string,
  { found, nameOf }: Finding,
): Promise<TreeItem | null> {
  const { path, kind, mode, modifiedMs } = found
  if (kind === 'odd') return null
  if (kind === 'folder') {
    const name = nameOf(filesPrefix + path)
    await zip.addFolder({ name: `${name}/`, mode: folderType | mode, modifiedMs })
    return { name, path, kind, sizeBytes: 0, sha256: null, mode, modifiedMs }
  }
  const handle = await open(join(root, path), constants.O_RDONLY | constants.O_NOFOLLOW).catch((error) => {
    if (isMissing(error)) return null
    throw error
  })
  if (!handle) return null
  try {
    const name = nameOf(filesPrefix + path)
    const facts = { name, mode: fileType | mode, modifiedMs }
    const packed = await addFile(zip, handle, { facts, sizeBytes: found.sizeBytes })
    return { name, path, kind, mode, modifiedMs, ...packed }
  } finally {
    await handle.close()
  }
}

type File = { facts: Parameters<ZipWriter['addBytes']>[0]; sizeBytes: number }

/** Exactly as many bytes as the file had when found; it may keep growing. */
async function addFile(zip: ZipWriter, handle: FileHandle, { facts, sizeBytes }: File) {
  const hasher = new Bun.CryptoHasher('sha256')
  if (sizeBytes <= smallBytes) {
    const parts: Buffer[] = []
    for await (const chunk of readChunks(handle, { to: sizeBytes })) parts.push(chunk)
    const bytes = parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts)
    await zip.addBytes(facts, bytes)
    return { sizeBytes: bytes.byteLength, sha256: hasher.update(bytes).digest('hex') }
  }
  let readBytes = 0
  const hashed = async function* () {
    for await (const chunk of readChunks(handle, { to: sizeBytes })) {
      hasher.update(chunk)
      readBytes += chunk.byteLength
      yield chunk
    }
  }
  await zip.addStream(facts, hashed(), { mostBytes: sizeBytes })
  return { sizeBytes: readBytes, sha256: hasher.digest('hex') }
}
