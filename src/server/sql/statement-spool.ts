import { type FileHandle, mkdir, open, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { diskFloorBytes, mib } from '#shared/bytes.ts'
import { codeOf, writeAll } from '../system/disk.ts'
import { EngineRefused } from '../system/programs/engine-refused.ts'
import { EngineUnavailable } from '../system/programs/engine-unavailable.ts'

/** In bytes. Larger data come by many statements, or by COPY. */
export const longestStatement = 64 * mib
/** As much of a statement is in memory until it is complete: statements of usual dumps have up to 1 MB. */
export const spoolMemory = 2 * mib

const full = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])
const later = 'Please try again later.'
const isFull = (cause?: unknown) =>
  new EngineUnavailable(`The disk of the portal is full. ${later}`, { cause })

/** A disk that takes nothing, as a sentence. */
function inWords(error: unknown): unknown {
  if (error instanceof EngineUnavailable) return error
  if (full.has(codeOf(error))) return isFull(error)
  return new EngineUnavailable(`The portal cannot write to its disk. ${later}`, { cause: error })
}

/** The folder exists, in one that is there: its disk may not be mounted. @throws EngineUnavailable with too little room in it */
async function prepare(folder: string): Promise<void> {
  await mkdir(folder).catch((error) => {
    if (codeOf(error) !== 'EEXIST') throw error
  })
  const { bavail, bsize } = await statfs(folder)
  if (bavail * bsize < diskFloorBytes + longestStatement) throw isFull()
}

/** A file that only this process has: it has no name any more, and ends with its handle. */
async function openNameless(folder: string): Promise<FileHandle> {
  await prepare(folder)
  const path = join(folder, `statement-${crypto.randomUUID()}`)
  const file = await open(path, 'wx+', 0o600)
  try {
    await rm(path)
    return file
  } catch (error) {
    await file.close()
    throw error
  }
}

/**
 * Collects a statement that comes in pieces: up to 2 MB of it in memory, what was before them in a file. `open` is for when
 * that begins. To be disposed of.
 */
export class StatementSpool {
  readonly #open: () => Promise<FileHandle>
  #memory: Buffer | null = null
  /** Bytes that are in memory; they are behind those that are in the file. */
  #held = 0
  #written = 0
  #file: FileHandle | null = null

  constructor(open: () => Promise<FileHandle>) {
    this.#open = open
  }

  /** Bytes that were added. */
  get length(): number {
    return this.#written + this.#held
  }

  /**
   * The piece is behind those that were added before; texts are bytes in Latin 1. `line`: of the file, where the statement begins.
   * @throws EngineRefused for a statement that is too long, EngineUnavailable for a full disk
   */
  async add(piece: Uint8Array | string, line: number): Promise<void> {
    if (this.length + piece.length > longestStatement)
      throw new EngineRefused(`Line ${line}: the statement is longer than 64 MB.`)
    this.#memory ??= Buffer.allocUnsafe(spoolMemory)
    for (let at = 0; at < piece.length; ) {
      if (this.#held === spoolMemory) await this.#write(this.#memory)
      const end = Math.min(piece.length, at + spoolMemory - this.#held)
      if (typeof piece === 'string') this.#memory.write(piece.slice(at, end), this.#held, 'latin1')
      else this.#memory.set(piece.subarray(at, end), this.#held)
      this.#held += end - at
      at = end
    }
  }

  /** What is in memory is in the file. */
  async #write(memory: Buffer): Promise<void> {
    try {
      this.#file ??= await this.#open()
      await writeAll(this.#file, memory.subarray(0, this.#held), this.#written)
    } catch (error) {
      throw inWords(error)
    }
    this.#written += this.#held
    this.#held = 0
  }

  /** All that was added, and nothing is kept of it. @throws EngineUnavailable */
  async take(): Promise<Buffer> {
    const all = Buffer.allocUnsafe(this.length)
    this.#memory?.copy(all, this.#written, 0, this.#held)
    for (let at = 0; at < this.#written; ) {
      const read = await this.#file?.read(all, at, this.#written - at, at)
      if (!read?.bytesRead) throw new EngineUnavailable('The portal cannot read from its disk.')
      at += read.bytesRead
    }
    await this.clear()
    return all
  }

  /** Nothing is kept of what was added. */
  async clear(): Promise<void> {
    if (this.#written > 0) await this.#file?.truncate(0)
    this.#held = 0
    this.#written = 0
  }

  /** The file is gone, and what was added. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#file?.close()
    this.#file = null
    this.#memory = null
    this.#held = 0
    this.#written = 0
  }
}

/** One whose file is where uploads wait: what a crash leaves there is swept. */
export const newSpool = (dataDir: string): StatementSpool =>
  new StatementSpool(() => openNameless(join(dataDir, 'incoming')))
