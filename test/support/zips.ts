import { crc32, deflateRawSync } from 'node:zlib'

/** A file in a zip, and the directory's claims about it where they are false. */
export type Packed = {
  path: string
  content: string
  /** The file's kind and rights, as POSIX writes them. */
  mode?: number
  flags?: number
  method?: number
  size?: number
  crc?: number
  /** The header's name, and an extra field of the directory, as bytes; without flag 11. */
  raw?: { name: Buffer; extra?: Buffer }
  /** The offset of its bytes, if they belong to another file. */
  at?: number
}

type Fields = [value: number, bytes: 2 | 4][]

function write(fields: Fields, ...rest: Buffer[]): Buffer {
  const head = fields.map(([value, bytes]) => {
    const field = Buffer.alloc(bytes)
    field.writeUIntLE(value, 0, bytes)
    return field
  })
  return Buffer.concat([...head, ...rest])
}

const utf8 = 0x800
const madeByUnix = 0x031e

/** The bytes of a zip, assembled by hand to allow archives that no program would write. */
export async function packZip(parts: Packed[]): Promise<Buffer<ArrayBuffer>> {
  const entries: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const part of parts) {
    const { path, content, mode = 0o100644, flags = 0, method = 8, at, raw } = part
    const [name, bytes] = [raw?.name ?? Buffer.from(path), Buffer.from(content)]
    const extra = raw?.extra ?? Buffer.alloc(0)
    const packed = deflateRawSync(bytes)
    const { size = bytes.byteLength, crc = crc32(bytes) } = part
    const common: Fields = [
      [20, 2],
      [(raw ? 0 : utf8) | flags, 2],
      [method, 2],
      [0, 4],
      [crc, 4],
      [packed.byteLength, 4],
      [size, 4],
      [name.byteLength, 2],
    ]
    const external: Fields = [
      [extra.byteLength, 2],
      [0, 2],
      [0, 2],
      [0, 2],
      [(mode << 16) >>> 0, 4],
      [at ?? offset, 4],
    ]
    directory.push(write([[0x02014b50, 4], [madeByUnix, 2], ...common, ...external], name, extra))
    if (at !== undefined && entries.length > 0) continue
    const entry = write([[0x04034b50, 4], ...common, [0, 2]], name, packed)
    entries.push(entry)
    offset += entry.byteLength
  }
  const listed = Buffer.concat(directory)
  const end: Fields = [
    [0x06054b50, 4],
    [0, 4],
    [parts.length, 2],
    [parts.length, 2],
    [listed.byteLength, 4],
    [offset, 4],
    [0, 2],
  ]
  return Buffer.concat([...entries, listed, write(end)])
}
