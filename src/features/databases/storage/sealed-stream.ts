import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/** The file is truncated or differs from its sealed contents. */
export class Damaged extends Error {}

const mark = Buffer.from('DUMP1')
const saltBytes = 32
const tagBytes = 16
const plainBytes = 64 * 1_024
const sealedBytes = plainBytes + tagBytes

/** `place` binds the bytes to their subject. */
type Lock = { key: Buffer; place: string }

// Each file has its own key, so that its nonces can be counted; the last chunk is marked, so that truncation is detected.
const fileKey = (key: Buffer, salt: Buffer) => Buffer.from(hkdfSync('sha256', key, salt, 'dump', 32))

function nonceOf(index: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeBigUInt64BE(BigInt(index), 0)
  nonce.writeUInt8(isLast ? 1 : 0, 11)
  return nonce
}

/** Chunks of exactly `size` bytes, and a shorter last one, which may be empty. */
async function* inPieces(source: AsyncIterable<Uint8Array>, size: number): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = []
  let length = 0
  for await (const chunk of source) {
    waiting.push(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength))
    length += chunk.byteLength
    if (length < size) continue
    const all = Buffer.concat(waiting)
    let at = 0
    for (; length - at >= size; at += size) yield all.subarray(at, at + size)
    waiting = [Buffer.from(all.subarray(at))]
    length -= at
  }
  yield Buffer.concat(waiting)
}

/** Encrypts the bytes with AES-256-GCM in chunks of 64 KiB, the last one shorter. */
export async function* seal(source: AsyncIterable<Uint8Array>, { key, place }: Lock): AsyncGenerator<Buffer> {
  const salt = randomBytes(saltBytes)
  const own = fileKey(key, salt)
  yield Buffer.concat([mark, salt])
  let index = 0
  for await (const piece of inPieces(source, plainBytes)) {
    const cipher = createCipheriv('aes-256-gcm', own, nonceOf(index, piece.length < plainBytes))
    cipher.setAAD(Buffer.from(place))
    yield Buffer.concat([cipher.update(piece), cipher.final(), cipher.getAuthTag()])
    index += 1
  }
}

async function* withoutHead(
  source: AsyncIterable<Uint8Array>,
  take: (head: Buffer) => void,
): AsyncGenerator<Uint8Array> {
  const size = mark.length + saltBytes
  let head: Buffer | null = Buffer.alloc(0)
  for await (const chunk of source) {
    if (!head) {
      yield chunk
      continue
    }
    head = Buffer.concat([head, chunk])
    if (head.length < size) continue
    take(head.subarray(0, size))
    yield head.subarray(size)
    head = null
  }
  if (head) throw new Damaged('its header is missing')
}

/** Decrypts sealed bytes chunk by chunk. @throws Damaged */
export async function* unseal(
  source: AsyncIterable<Uint8Array>,
  { key, place }: Lock,
): AsyncGenerator<Buffer> {
  let own = key
  const body = withoutHead(source, (head) => {
    if (!head.subarray(0, mark.length).equals(mark)) throw new Damaged('its format is unknown')
    own = fileKey(key, head.subarray(mark.length))
  })
  let index = 0
  for await (const piece of inPieces(body, sealedBytes)) {
    if (piece.length < tagBytes) throw new Damaged('it is truncated')
    const decipher = createDecipheriv('aes-256-gcm', own, nonceOf(index, piece.length < sealedBytes))
    decipher.setAAD(Buffer.from(place))
    decipher.setAuthTag(piece.subarray(-tagBytes))
    const plain = decipher.update(piece.subarray(0, -tagBytes))
    try {
      decipher.final()
    } catch {
      throw new Damaged('its contents were modified')
    }
    yield plain
    index += 1
  }
}
