import { type FileHandle, mkdir, open, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { diskFloorBytes, mib } from '#shared/bytes.ts'
import { codeOf, writeAll } from '../system/disk.ts'
import { EngineRefused } from '../system/programs/engine-refused.ts'
import { EngineUnavailable } from '../system/programs/engine-unavailable.ts'

/** In bytes. Larger data needs several statements, or COPY. */
export const longestStatement = 64 * mib
/** The part of an incomplete statement in memory: statements in usual dumps have up to 1 MB. */
export const spoolMemory = 2 * mib

const full = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])
const later = 'Please try again later.'
const isFull = (cause?: unknown) => new EngineUnavailable(`The portal's disk is full. ${later}`, { cause })

/** The error of a disk that cannot be written. */
function inWords(error: unknown): unknown {
  if (error instanceof EngineUnavailable) return error
  if (full.has(codeOf(error))) return isFull(error)
  return new EngineUnavailable(`The portal cannot write to its disk. ${later}`, { cause: error })
}

/** Creates the folder, but not its parent, whose disk may not be mounted. @throws EngineUnavailable with too little space */
async function prepare(folder: string): Promise<void> {
  await mkdir(folder).catch((error) => {
    if (codeOf(error) !== 'EEXIST') throw error
  })
  const { bavail, bsize } = await statfs(folder)
  if (bavail * bsize < diskFloorBytes + longestStatement) throw isFull()
}

/** A file only for this process: without a name, so that it ends with its handle. */
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
 * Collects a statement in pieces: up to 2 MB in memory, earlier pieces in a file that `open` opens when needed. Must be disposed
 * of.
 */
export class StatementSpool {
  readonly #open: () => Promise<FileHandle>
  #memory: Buffer | null = null
  /** The number of bytes in memory, which follow those in the file. */
  #held = 0
  #written = 0
  #file: FileHandle | null = null

  constructor(open: () => Promise<FileHandle>) {
    this.#open = open
  }

  /** The number of bytes added. */
  get length(): number {
    return this.#written + this.#held
  }

  /**
   * Appends the piece; strings are bytes in Latin 1. `line`: the statement's first line in the file.
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

  /** Moves the bytes in memory to the file. */
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

  /** Returns all added bytes and clears the spool. @throws EngineUnavailable */
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

  /** Drops all added bytes. */
  async clear(): Promise<void> {
    if (this.#written > 0) await this.#file?.truncate(0)
    this.#held = 0
    this.#written = 0
  }

  /** Closes the file and drops all added bytes. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#file?.close()
    this.#file = null
    this.#memory = null
    this.#held = 0
    this.#written = 0
  }
}

/** A spool with its file in the upload folder, whose leftovers of a crash are swept. */
export const newSpool = (dataDir: string): StatementSpool =>
  new StatementSpool(() => openNameless(join(dataDir, 'incoming')))
