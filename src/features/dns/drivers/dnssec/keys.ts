import { createHash, createPrivateKey, generateKeyPairSync } from 'node:crypto'
import type { Name } from '../wire/name.ts'

// Zone keys: ECDSA on the curve P-256 with SHA-256, RFC 6605.

/** `ksk` signs the keys, and its hash is in the parent zone; `zsk` signs everything else. */
export type KeyRole = 'ksk' | 'zsk'

/** A stored key; both parts in base64. */
export type KeyText = { publicKey: string; privateKey: string }

export type ZoneKeys = Record<KeyRole, KeyText>

export const algorithm = 13
export const protocol = 3
/** TTL in seconds of keys and of what points to them. */
export const keyTtl = 3_600
/** SHA-256, RFC 4509. */
export const digestType = 2
/** DNSKEY flags, RFC 4034 section 2.1.1: a zone key, and a secure entry point. */
export const flagsOf: Record<KeyRole, number> = { ksk: 257, zsk: 256 }

/** Generates a key. */
function makeKey(): KeyText {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = privateKey.export({ format: 'jwk' })
  const point = Buffer.concat([Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')])
  return {
    publicKey: point.toString('base64'),
    privateKey: privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64'),
  }
}

/** @throws Error when it is invalid */
export const readPrivateKey = ({ privateKey }: KeyText) =>
  createPrivateKey({ key: Buffer.from(privateKey, 'base64'), format: 'der', type: 'pkcs8' })

/** The data of the DNSKEY record of a key. */
export function keyData(role: KeyRole, { publicKey }: Pick<KeyText, 'publicKey'>): Buffer {
  const head = Buffer.from([0, 0, protocol, algorithm])
  head.writeUInt16BE(flagsOf[role])
  return Buffer.concat([head, Buffer.from(publicKey, 'base64')])
}

/** The key tag, RFC 4034 appendix B. */
export function keyTag(data: Buffer): number {
  let sum = 0
  for (const [at, byte] of data.entries()) sum += at % 2 === 0 ? byte << 8 : byte
  return (sum + (sum >>> 16)) & 0xffff
}

/** The DS digest of a key: the hash of the owner and the data, RFC 4034 section 5.1.4. */
export const keyDigest = (apex: Name, data: Buffer): Buffer =>
  createHash('sha256')
    .update(Buffer.from(`${apex}\0`, 'latin1'))
    .update(data)
    .digest()

/** The data of the DS record of a key. */
export function digestData(apex: Name, data: Buffer): Buffer {
  const head = Buffer.from([0, 0, algorithm, digestType])
  head.writeUInt16BE(keyTag(data))
  return Buffer.concat([head, keyDigest(apex, data)])
}

/** Generates the keys of a zone, with different tags. */
export function makeZoneKeys(): ZoneKeys {
  const [ksk, zsk] = [makeKey(), makeKey()]
  return keyTag(keyData('ksk', ksk)) === keyTag(keyData('zsk', zsk)) ? makeZoneKeys() : { ksk, zsk }
}
