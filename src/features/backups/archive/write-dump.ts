import { databasesPrefix } from './limits.ts'
import type { DatabaseItem } from './manifest.ts'
import { fileType } from './write-file.ts'
import type { ZipWriter } from './zip-writer.ts'

/** A database to include; its dump is created while it is written. */
export type DumpSource = Pick<DatabaseItem, 'type' | 'database' | 'user' | 'databaseBytes'> & {
  /** A content error aborts the archive; cancelling the read stops the dump. */
  open(): Promise<Pick<DatabaseItem, 'tool'> & { content: AsyncIterable<Uint8Array> }>
}

type Writing = {
  nameOf: (name: string, ending: string) => string
  modifiedMs: number
  /** Reports the bytes written of this dump. May throw to stop. */
  onBytes: (bytes: number) => Promise<void>
}

/** Writes the dump of a database as one entry. */
export async function addDump(
  zip: ZipWriter,
  { open, ...facts }: DumpSource,
  { nameOf, modifiedMs, onBytes }: Writing,
): Promise<DatabaseItem> {
  const name = nameOf(`${databasesPrefix}${facts.type}/${facts.database}`, '.sql')
  const { tool, content } = await open()
  const hasher = new Bun.CryptoHasher('sha256')
  let sizeBytes = 0
  const hashed = async function* () {
    for await (const piece of content) {
      hasher.update(piece)
      sizeBytes += piece.byteLength
      yield Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength)
      await onBytes(sizeBytes)
    }
  }
  // Its size is known only after writing.
  const mostBytes = Number.POSITIVE_INFINITY
  await zip.addStream({ name, mode: fileType | 0o600, modifiedMs }, hashed(), { mostBytes })
  return { kind: 'database', name, ...facts, sizeBytes, sha256: hasher.digest('hex'), tool }
}
