import { randomBytes } from 'node:crypto'

const prefix = 'hp_'
const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** The longest 32 bytes and a CRC-32 in base 62. */
const [secretLength, checksumLength] = [43, 6]
const hintLength = prefix.length + 5

const pattern = new RegExp(`^${prefix}([0-9A-Za-z]{${secretLength}})([0-9A-Za-z]{${checksumLength}})$`)

function toBase62(number: bigint, length: number): string {
  let text = ''
  for (let rest = number; rest > 0n; rest /= 62n) text = digits[Number(rest % 62n)] + text
  return text.padStart(length, '0')
}

const checksumOf = (secret: string): string => toBase62(BigInt(Bun.hash.crc32(secret)), checksumLength)

/**
 * A new key: `hp_`, 32 random bytes, and a checksum with which scanners recognise real keys. A double click selects all of it.
 */
export function makeKey(): string {
  const secret = toBase62(BigInt(`0x${randomBytes(32).toString('hex')}`), secretLength)
  return `${prefix}${secret}${checksumOf(secret)}`
}

/** Whether a text can be a key; if not, it is not looked up. */
export function isKey(text: string): boolean {
  const [, secret, checksum] = pattern.exec(text) ?? []
  return secret !== undefined && checksum === checksumOf(secret)
}

/** Stored instead of a key: a reader of the table cannot use it. */
export const hashKey = (key: string): string => Bun.SHA256.hash(key, 'hex')

/** The beginning of a key: enough to recognise it, and 227 bits too few to use it. */
export const hintOf = (key: string): string => `${key.slice(0, hintLength)}…`
