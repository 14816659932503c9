import { type FileHandle, mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { maxHeadBytes } from '#features/mailboxes/contract/rules.ts'
import { writeAll } from '#server/system/disk.ts'
import { replies, type SmtpReply } from '../smtp/reply.ts'

/** Messages up to this size stay in memory; larger ones in a file. */
const maxHeldBytes = 131_072
const headEnd = Buffer.from('\r\n\r\n')

/** A received message, which may be read several times until it is dropped. */
export interface Intake {
  /** Its header section, without the empty line after it. */
  head: Buffer
  sizeBytes: number
  whole(): AsyncIterable<Uint8Array>
  /** The rest after the header section: the empty line and the body. */
  rest(): AsyncIterable<Uint8Array>
  drop(): Promise<void>
}

/** Temporary files of messages in transfer; files left after a crash were never acknowledged. */
export const spoolFolder = (dataDir: string): string => join(dataDir, 'mail', '.spool')

async function* piece(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  if (bytes.byteLength > 0) yield bytes
}

async function* fromFile(path: string, start: number): AsyncIterable<Uint8Array> {
  // Bun reads large files in large chunks; these are small enough for many at a time.
  const handle = await open(path, 'r')
  const buffer = Buffer.alloc(65_536)
  try {
    for (let at = start; ; ) {
      const { bytesRead } = await handle.read(buffer, 0, buffer.length, at)
      if (bytesRead === 0) return
      at += bytesRead
      yield Buffer.from(buffer.subarray(0, bytesRead))
    }
  } finally {
    await handle.close()
  }
}

/** The end of the header section in the data so far; null while unknown. */
function endOfHead(bytes: Buffer, isAll: boolean): number | null {
  if (bytes.subarray(0, 2).equals(headEnd.subarray(0, 2))) return 0
  const at = bytes.indexOf(headEnd)
  if (at >= 0) return at + 2
  return isAll ? bytes.length : null
}

/**
 * Reads a message from a stream, up to `maxBytes`; small ones stay in memory.
 * @throws SmtpReply when it or its header section is too large, or errors of the disk or the connection
 */
export async function receiveStream(
  stream: Readable,
  { dataDir, maxBytes }: { dataDir: string; maxBytes: number },
): Promise<Intake> {
  let held: Buffer[] = []
  let sizeBytes = 0
  let head: Buffer | null = null
  const file: { path?: string; handle?: FileHandle } = {}
  const drop = async () => {
    if (file.path !== undefined) await rm(file.path, { force: true })
  }
  const flush = async () => {
    if (!file.handle) {
      await mkdir(spoolFolder(dataDir), { recursive: true, mode: 0o700 })
      file.path = join(spoolFolder(dataDir), Bun.randomUUIDv7())
      file.handle = await open(file.path, 'wx', 0o600)
    }
    const bytes = Buffer.concat(held)
    held = []
    await writeAll(file.handle, bytes)
  }
  let waiting = 0
  try {
    let refusal: SmtpReply | null = null
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      sizeBytes += chunk.length
      if (sizeBytes > maxBytes) refusal = replies.tooLarge(maxBytes)
      // Drains an oversized message, so that the client sees the reply.
      if (refusal) {
        held = []
        continue
      }
      held.push(chunk)
      waiting += chunk.length
      if (waiting < maxHeldBytes) continue
      if (head === null) {
        const bytes = Buffer.concat(held)
        const end = endOfHead(bytes, false)
        // The CR of the empty line may have arrived.
        if ((end ?? bytes.length - 1) > maxHeadBytes) refusal = replies.headTooLarge()
        if (end === null || refusal) continue
        head = bytes.subarray(0, end)
      }
      await flush()
      waiting = 0
    }
    if (refusal) throw refusal
    if (head === null) {
      const bytes = Buffer.concat(held)
      head = bytes.subarray(0, endOfHead(bytes, true) ?? bytes.length)
    }
    if (head.length > maxHeadBytes) throw replies.headTooLarge()
    if (file.handle) await flush()
  } catch (error) {
    await drop()
    throw error
  } finally {
    await file.handle?.close()
  }
  const { length } = head
  const { path } = file
  if (path !== undefined)
    return { head, sizeBytes, drop, whole: () => fromFile(path, 0), rest: () => fromFile(path, length) }
  const all = Buffer.concat(held)
  return { head, sizeBytes, drop, whole: () => piece(all), rest: () => piece(all.subarray(length)) }
}
