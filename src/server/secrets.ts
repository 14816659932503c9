import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { placeOnce } from './system/disk.ts'

const algorithm = 'aes-256-gcm'
const keyBytes = 32
const nonceBytes = 12
const tagBytes = 16
const version = 'v1.'

/** Seals values at rest. `place` is `table:column:row`; a value moved to another place cannot be opened. */
export interface Sealer {
  seal(plain: string, place: string): string
  open(sealed: string, place: string): string
  /** Derives a 32-byte key for another purpose, always the same; it reveals nothing about the master key (RFC 5869). */
  deriveKey(purpose: string): Buffer
}

/** AES-256-GCM with a random nonce per value, bound to its place. */
export function createSealer(key: Buffer): Sealer {
  return {
    seal(plain, place) {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv(algorithm, key, nonce).setAAD(Buffer.from(place))
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
      return version + Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url')
    },
    open(sealed, place) {
      if (!sealed.startsWith(version)) throw new Error('sealed value of an unknown version')
      const bytes = Buffer.from(sealed.slice(version.length), 'base64url')
      const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, nonceBytes))
      decipher.setAAD(Buffer.from(place))
      decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes))
      return Buffer.concat([
        decipher.update(bytes.subarray(nonceBytes + tagBytes)),
        decipher.final(),
      ]).toString('utf8')
    },
    deriveKey: (purpose) => Buffer.from(hkdfSync('sha256', key, '', `portal ${purpose} v1`, keyBytes)),
  }
}

/** The key of the audit log's seals. */
export const auditKey = ({ deriveKey }: Sealer): Buffer => deriveKey('audit seals')

/**
 * The key of this installation, created with mode 0400 at the first start.
 * @throws Error when the file is missing although sealed rows exist (`mayCreate` false), or is not a key.
 */
export async function readKey(path: string, mayCreate: boolean): Promise<Buffer> {
  if (!existsSync(path)) {
    if (!mayCreate) throw new Error(`${path}: the key that sealed this data is missing`)
    await placeOnce(path, `${randomBytes(keyBytes).toString('base64')}\n`)
  }
  const key = Buffer.from((await readFile(path, 'utf8')).trim(), 'base64')
  if (key.length !== keyBytes) throw new Error(`${path}: not a key of ${keyBytes} bytes`)
  return key
}
