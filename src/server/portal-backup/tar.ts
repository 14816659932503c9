import type { FileHandle } from 'node:fs/promises'

// POSIX.1-1988 "ustar" with the extended headers of POSIX.1-2001 for long names and large files, which `tar` can read.

const blockBytes = 512
const chunkBytes = 256 * 1_024
const longestName = 100
const largestSize = 0o77777777777
/** Covers names and sizes: a larger header is not from this program. */
const largestExtension = 64 * 1_024

export type TarEntry = { path: string; kind: 'file' | 'folder'; sizeBytes: number; mode: number }

/** The padding of a file's last block. */
export const paddingOf = (sizeBytes: number): number => (blockBytes - (sizeBytes % blockBytes)) % blockBytes

const octal = (value: number, length: number): string => `${value.toString(8).padStart(length - 1, '0')}\0`

type Raw = { name: string; type: '0' | '5' | 'x'; sizeBytes: number; mode: number }

function rawHeader({ name, type, sizeBytes, mode }: Raw): Buffer {
  const block = Buffer.alloc(blockBytes)
  block.write(name, 0, longestName, 'latin1')
  block.write(octal(mode, 8), 100)
  block.write(octal(0, 8), 108)
  block.write(octal(0, 8), 116)
  block.write(octal(sizeBytes, 12), 124)
  block.write(octal(0, 12), 136)
  block.write('        ', 148)
  block.write(type, 156)
  block.write('ustar\x0000', 257, 'latin1')
  const sum = block.reduce((total, byte) => total + byte, 0)
  block.write(`${octal(sum, 7)} `, 148)
  return block
}

/** A record of an extended header; its length includes the length field. */
function record(key: string, value: string): Buffer {
  const text = ` ${key}=${value}\n`
  const bytes = Buffer.byteLength(text)
  let length = bytes + String(bytes).length
  length = bytes + String(length).length
  return Buffer.from(`${length}${text}`)
}

/** The bytes before the contents of an entry. */
export function encodeHeader({ path, kind, sizeBytes, mode }: TarEntry): Buffer {
  const name = kind === 'folder' ? `${path}/` : path
  const raw = { type: kind === 'folder' ? '5' : '0', mode } as const
  const isPlain = /^[\x20-\x7e]*$/.test(name) && name.length <= longestName && sizeBytes <= largestSize
  if (isPlain) return rawHeader({ ...raw, name, sizeBytes })
  const extension = Buffer.concat([record('path', name), record('size', String(sizeBytes))])
  return Buffer.concat([
    rawHeader({ name: 'extended', type: 'x', sizeBytes: extension.length, mode: 0o600 }),
    extension,
    Buffer.alloc(paddingOf(extension.length)),
    rawHeader({ ...raw, name: 'extended', sizeBytes: Math.min(sizeBytes, largestSize) }),
  ])
}

/** The file is not a portal backup, or is incomplete. */
export class NotWhole extends Error {}

/** Reads exactly this many bytes. @throws NotWhole when the file ends before */
async function readExactly(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.allocUnsafe(length)
  for (let at = 0; at < length; ) {
    const { bytesRead } = await file.read(buffer, at, length - at, position + at)
    if (bytesRead === 0) throw new NotWhole('it ends early')
    at += bytesRead
  }
  return buffer
}

const textAt = (block: Buffer, from: number, length: number): string => {
  const field = block.subarray(from, from + length)
  const end = field.indexOf(0)
  return field.toString('latin1', 0, end < 0 ? length : end)
}

function decodeHeader(block: Buffer): Raw {
  const copy = Buffer.from(block)
  copy.fill(' ', 148, 156)
  const sum = copy.reduce((total, byte) => total + byte, 0)
  if (Number.parseInt(textAt(block, 148, 8), 8) !== sum) throw new NotWhole('a header is damaged')
  const type = textAt(block, 156, 1)
  if (type !== '0' && type !== '5' && type !== 'x') throw new NotWhole('it has an unsupported entry')
  return {
    name: textAt(block, 0, longestName),
    type,
    sizeBytes: Number.parseInt(textAt(block, 124, 12), 8),
    mode: Number.parseInt(textAt(block, 100, 8), 8),
  }
}

function decodeRecords(bytes: Buffer): Record<string, string> {
  const records: Record<string, string> = {}
  for (let at = 0; at < bytes.length; ) {
    const space = bytes.indexOf(' ', at)
    const length = Number(bytes.toString('latin1', at, space))
    if (space < 0 || !Number.isInteger(length) || length <= 0) throw new NotWhole('a header is damaged')
    const [key = '', ...value] = bytes.toString('utf8', space + 1, at + length - 1).split('=')
    records[key] = value.join('=')
    at += length
  }
  return records
}

export type ReadEntry = TarEntry & {
  /** The contents in pieces; reading them before the next entry is optional. */
  read(): AsyncGenerator<Buffer>
}

/** The entries of a file in order. @throws NotWhole when it is truncated or damaged */
export async function* readEntries(file: FileHandle): AsyncGenerator<ReadEntry> {
  let position = 0
  let extended: Record<string, string> = {}
  for (;;) {
    const block = await readExactly(file, position, blockBytes)
    position += blockBytes
    if (block.every((byte) => byte === 0)) return
    const raw = decodeHeader(block)
    if (raw.type === 'x') {
      if (raw.sizeBytes > largestExtension) throw new NotWhole('a header is damaged')
      extended = decodeRecords(await readExactly(file, position, raw.sizeBytes))
      position += raw.sizeBytes + paddingOf(raw.sizeBytes)
      continue
    }
    const sizeBytes = extended.size === undefined ? raw.sizeBytes : Number(extended.size)
    const path = (extended.path ?? raw.name).replace(/\/$/, '')
    extended = {}
    const from = position
    position += sizeBytes + paddingOf(sizeBytes)
    async function* read() {
      for (let at = 0; at < sizeBytes; at += chunkBytes)
        yield await readExactly(file, from + at, Math.min(chunkBytes, sizeBytes - at))
    }
    yield { path, kind: raw.type === '5' ? 'folder' : 'file', sizeBytes, mode: raw.mode, read }
  }
}
