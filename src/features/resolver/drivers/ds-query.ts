import { randomInt } from 'node:crypto'

// The query for DS records, which node:dns does not support; RFC 1035 section 4, RFC 4034 section 5.

const typeDs = 43
const headerBytes = 12
const recordHeadBytes = 10
const wantsRecursion = 0x0100
const isAnswer = 0x8000
const isTruncated = 0x0200
const pointerBits = 0xc0
const maxLabel = 63
const noSuchName = 3

export type Question = { id: number; message: Buffer }

/** `name` is a host name in A-labels. */
export function writeDsQuestion(name: string): Question {
  const id = randomInt(0x10000)
  const head = Buffer.alloc(headerBytes)
  head.writeUInt16BE(id)
  head.writeUInt16BE(wantsRecursion, 2)
  head.writeUInt16BE(1, 4)
  const labels = name.split('.').flatMap((label) => [Buffer.from([label.length]), Buffer.from(label)])
  return { id, message: Buffer.concat([head, ...labels, Buffer.from([0, 0, typeDs, 0, 1])]) }
}

/** The offset after a name. @throws RangeError when the message ends in it */
function endOfName(message: Buffer, start: number): number {
  for (let at = start; ; ) {
    const length = message.readUInt8(at)
    if (length === 0) return at + 1
    if (length >= pointerBits) return at + 2
    if (length > maxLabel) throw new RangeError('a label of an unknown kind')
    at += 1 + length
  }
}

function hasDsRecord(message: Buffer): boolean {
  let at = headerBytes
  for (let left = message.readUInt16BE(4); left > 0; left -= 1) at = endOfName(message, at) + 4
  for (let left = message.readUInt16BE(6); left > 0; left -= 1) {
    const head = endOfName(message, at)
    if (message.readUInt16BE(head) === typeDs) return true
    at = head + recordHeadBytes + message.readUInt16BE(head + 8)
  }
  return false
}

/**
 * A resolver's answer: whether there are DS records, that the name's servers failed, or that it is invalid. Null when the message
 * does not answer the query.
 */
export function readDsAnswer(
  { id, message: asked }: Question,
  message: Buffer,
): boolean | 'servers' | 'resolver' | null {
  if (message.length < asked.length || message.readUInt16BE(0) !== id) return null
  const flags = message.readUInt16BE(2)
  const question = message.subarray(headerBytes, asked.length).toString('latin1').toLowerCase()
  if ((flags & isAnswer) === 0 || question !== asked.subarray(headerBytes).toString('latin1').toLowerCase())
    return null
  const code = flags & 15
  if (code === 2) return 'servers'
  if (code !== 0 && code !== noSuchName) return 'resolver'
  try {
    const found = hasDsRecord(message)
    return found || (flags & isTruncated) === 0 ? found : 'resolver'
  } catch {
    return 'resolver'
  }
}
