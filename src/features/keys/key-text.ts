import { randomBytes } from 'node:crypto'

const prefix = 'hp_'
const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** 32 bytes and a CRC-32 are at most this long to the base 62. */
const [secretLength, checksumLength] = [43, 6]
const hintLength = prefix.length + 5

const pattern = new RegExp(`^${prefix}([0-9A-Za-z]{${secretLength}})([0-9A-Za-z]{${checksumLength}})$`)

function toBase62(number: bigint, length: number): string {
  let text = ''
  for (let rest = number; rest > 0n; rest /= 62n) text = digits[Number(rest % 62n)] + text
  return text.padStart(length, '0')
}

const checksumOf = (secret: string): string => toBase62(BigInt(Bun.hash.crc32(secret)), checksumLength)

/** A new key: `hp_`, 32 random bytes, and a checksum by which scanners tell a key from a look-alike. One word to a double click. */
export function makeKey(): string {
  const secret = toBase62(BigInt(`0x${randomBytes(32).toString('hex')}`), secretLength)
  return `${prefix}${secret}${checksumOf(secret)}`
}

/** Whether a text can be a key at all; one that cannot is not looked up. */
export function isKey(text: string): boolean {
  const [, secret, checksum] = pattern.exec(text) ?? []
  return secret !== undefined && checksum === checksumOf(secret)
}

/** What is stored in place of a key: whoever reads the table cannot use it. */
export const hashKey = (key: string): string => Bun.SHA256.hash(key, 'hex')

/** How a key begins: enough to recognise it, and 227 bits too few to use it. */
export const hintOf = (key: string): string => `${key.slice(0, hintLength)}…`
