// The records of a zip file, from PKWARE's APPNOTE 6.3.10; numbers are little-endian.

/** Limits beyond which the 64-bit fields are needed. */
export const most32 = 0xffff_ffff
const most16 = 0xffff
const utf8Names = 0x0800
const hasDescriptor = 0x0008
const madeOnUnix = (3 << 8) | 45

type Method = 'stored' | 'deflated'
export type EntryRecord = {
  name: string
  /** Unix type and permissions. */
  mode: number
  modifiedMs: number
  method: Method
  crc: number
  packedBytes: number
  sizeBytes: number
  /** Offset of its header. */
  offset: number
  /** Sizes and checksum follow the bytes, since they were unknown when the header was written. */
  isStreamed: boolean
  /** Uses 64-bit sizes. */
  isLarge: boolean
}

const methods: Record<Method, number> = { stored: 0, deflated: 8 }
const versionOf = ({ isLarge, offset }: EntryRecord): number => (isLarge || offset >= most32 ? 45 : 20)
const flagsOf = ({ isStreamed }: EntryRecord): number => utf8Names | (isStreamed ? hasDescriptor : 0)

/** Pairs of a number and its length in bytes. */
function pack(...fields: [bytes: 2 | 4 | 8, value: number][]): Buffer {
  const buffer = Buffer.alloc(fields.reduce((sum, [bytes]) => sum + bytes, 0))
  let at = 0
  for (const [bytes, value] of fields) {
    if (bytes === 8) buffer.writeBigUInt64LE(BigInt(value), at)
    else buffer.writeUIntLE(value, at, bytes)
    at += bytes
  }
  return buffer
}

/** Local date and time in steps of two seconds, from 1980 to 2107. */
function dosTime(ms: number): { time: number; date: number } {
  const at = new Date(ms)
  const year = at.getFullYear()
  if (Number.isNaN(year) || year < 1980) return { time: 0, date: (1 << 5) | 1 }
  if (year > 2107) return { time: 0, date: (127 << 9) | (12 << 5) | 31 }
  return {
    time: (at.getHours() << 11) | (at.getMinutes() << 5) | (at.getSeconds() >> 1),
    date: ((year - 1980) << 9) | ((at.getMonth() + 1) << 5) | at.getDate(),
  }
}

/** The time in UTC seconds (Info-ZIP's extra field 0x5455). */
function universalTime(ms: number): Buffer {
  const seconds = Math.min(Math.max(Math.floor(ms / 1_000), 0), 0x7fff_ffff)
  return Buffer.concat([pack([2, 0x5455], [2, 5]), Buffer.from([1]), pack([4, seconds])])
}

const wide = (...values: number[]): Buffer =>
  values.length === 0
    ? Buffer.alloc(0)
    : pack([2, 1], [2, 8 * values.length], ...values.map((value) => [8, value] as [8, number]))

/** Header before an entry's bytes. */
export function localHeader(entry: EntryRecord): Buffer {
  const name = Buffer.from(entry.name)
  const { time, date } = dosTime(entry.modifiedMs)
  const known = entry.isStreamed ? { crc: 0, packedBytes: 0, sizeBytes: 0 } : entry
  const size = (bytes: number) => (entry.isLarge ? most32 : bytes)
  const extra = Buffer.concat([
    entry.isLarge ? wide(known.sizeBytes, known.packedBytes) : Buffer.alloc(0),
    universalTime(entry.modifiedMs),
  ])
  const fixed = pack(
    [4, 0x0403_4b50],
    [2, versionOf(entry)],
    [2, flagsOf(entry)],
    [2, methods[entry.method]],
    [2, time],
    [2, date],
    [4, known.crc],
    [4, size(known.packedBytes)],
    [4, size(known.sizeBytes)],
    [2, name.length],
    [2, extra.length],
  )
  return Buffer.concat([fixed, name, extra])
}

/** Descriptor after the bytes of a streamed entry. */
export function descriptor({ crc, packedBytes, sizeBytes, isLarge }: EntryRecord): Buffer {
  const bytes = isLarge ? 8 : 4
  return pack([4, 0x0807_4b50], [4, crc], [bytes, packedBytes], [bytes, sizeBytes])
}

/** Directory record of an entry. */
export function directoryRecord(entry: EntryRecord): Buffer {
  const name = Buffer.from(entry.name)
  const { time, date } = dosTime(entry.modifiedMs)
  const { sizeBytes, packedBytes, offset, mode } = entry
  const isFolder = entry.name.endsWith('/')
  const large = [sizeBytes, packedBytes, offset].filter((value) => value >= most32)
  const extra = Buffer.concat([wide(...large), universalTime(entry.modifiedMs)])
  const narrow = (value: number) => Math.min(value, most32)
  const fixed = pack(
    [4, 0x0201_4b50],
    [2, madeOnUnix],
    [2, versionOf(entry)],
    [2, flagsOf(entry)],
    [2, methods[entry.method]],
    [2, time],
    [2, date],
    [4, entry.crc],
    [4, narrow(packedBytes)],
    [4, narrow(sizeBytes)],
    [2, name.length],
    [2, extra.length],
    [2, 0],
    [2, 0],
    [2, 0],
    [4, ((mode << 16) | (isFolder ? 0x10 : 0)) >>> 0],
    [4, narrow(offset)],
  )
  return Buffer.concat([fixed, name, extra])
}

/** End record: offset and entry count of the directory. */
export function endOfDirectory({
  count,
  offset,
  bytes,
}: {
  count: number
  offset: number
  bytes: number
}): Buffer {
  const isLarge = count >= most16 || offset >= most32 || bytes >= most32
  const large = pack(
    [4, 0x0606_4b50],
    [8, 44],
    [2, madeOnUnix],
    [2, 45],
    [4, 0],
    [4, 0],
    [8, count],
    [8, count],
    [8, bytes],
    [8, offset],
    // Locator of the record above.
    [4, 0x0706_4b50],
    [4, 0],
    [8, offset + bytes],
    [4, 1],
  )
  const end = pack(
    [4, 0x0605_4b50],
    [2, 0],
    [2, 0],
    [2, Math.min(count, most16)],
    [2, Math.min(count, most16)],
    [4, Math.min(bytes, most32)],
    [4, Math.min(offset, most32)],
    [2, 0],
  )
  return isLarge ? Buffer.concat([large, end]) : end
}
