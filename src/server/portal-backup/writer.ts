import { constants } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { join } from 'node:path'
import { codeOf, writeAll } from '../system/disk.ts'
import type { Contents } from './contents.ts'
import { encodeHeader, paddingOf, type TarEntry } from './tar.ts'

const chunkBytes = 256 * 1_024
/** Two blocks of zeros end the file. */
const endBytes = 1_024

/** A line of the hash over all entries: a backup's contents and their order. */
export const sumLine = (entry: Pick<TarEntry, 'path' | 'sizeBytes'>, sha256: string | null): string =>
  `${entry.path}\0${entry.sizeBytes}\0${sha256 ?? ''}\n`

/** Appends entries to a backup, one after the other, and hashes them. */
export class BackupWriter {
  readonly #file: FileHandle
  readonly #sum = new Bun.CryptoHasher('sha256')
  entries = 0
  bytes = 0

  constructor(file: FileHandle) {
    this.#file = file
  }

  async #write(bytes: Uint8Array): Promise<void> {
    await writeAll(this.#file, bytes)
    this.bytes += bytes.byteLength
  }

  #count(entry: TarEntry, sha256: string | null): void {
    this.#sum.update(sumLine(entry, sha256))
    this.entries += 1
  }

  /** Adds an entry with these bytes. */
  async addText(path: string, text: string): Promise<void> {
    const bytes = Buffer.from(text)
    const entry = { path, kind: 'file' as const, sizeBytes: bytes.length, mode: 0o600 }
    await this.#write(encodeHeader(entry))
    await this.#write(bytes)
    await this.#write(Buffer.alloc(paddingOf(bytes.length)))
    this.#count(entry, new Bun.CryptoHasher('sha256').update(bytes).digest('hex'))
  }

  /** Adds the file or folder at `path` below `root` and records it in `contents`; false when there is neither. */
  async add(root: string, path: string, contents?: Contents): Promise<boolean> {
    const handle = await open(join(root, path), constants.O_RDONLY | constants.O_NOFOLLOW).catch((error) => {
      if (['ENOENT', 'ENOTDIR', 'ELOOP'].includes(codeOf(error))) return null
      throw error
    })
    if (!handle) return false
    try {
      const found = await handle.stat({ bigint: true })
      if (!found.isFile() && !found.isDirectory()) return false
      const isFolder = found.isDirectory()
      const sizeBytes = isFolder ? 0 : Number(found.size)
      const mode = Number(found.mode) & 0o777
      const entry: TarEntry = { path, kind: isFolder ? 'folder' : 'file', sizeBytes, mode }
      await this.#write(encodeHeader(entry))
      const sha256 = isFolder ? null : await this.#pour(handle, path, sizeBytes)
      this.#count(entry, sha256)
      const identity = { inode: String(found.ino), changedNs: String(found.mtimeNs) }
      contents?.add({ path, isFolder, sizeBytes, sha256, ...identity })
      return true
    } finally {
      await handle.close()
    }
  }

  /** @throws Error when the file has become shorter: then it was not replaced atomically */
  async #pour(handle: FileHandle, path: string, sizeBytes: number): Promise<string> {
    const hasher = new Bun.CryptoHasher('sha256')
    const buffer = Buffer.allocUnsafe(Math.min(chunkBytes, Math.max(sizeBytes, 1)))
    for (let left = sizeBytes; left > 0; ) {
      const { bytesRead } = await handle.read(buffer, 0, Math.min(buffer.length, left), null)
      if (bytesRead === 0) throw new Error(`${path} became shorter while it was read`)
      const piece = buffer.subarray(0, bytesRead)
      hasher.update(piece)
      await this.#write(piece)
      left -= bytesRead
    }
    await this.#write(Buffer.alloc(paddingOf(sizeBytes)))
    return hasher.digest('hex')
  }

  /** The SHA-256 over all entries so far. */
  sum(): string {
    return this.#sum.copy().digest('hex')
  }

  /** Completes the file and syncs it to disk. */
  async end(): Promise<void> {
    await this.#write(Buffer.alloc(endBytes))
    await this.#file.sync()
  }
}
