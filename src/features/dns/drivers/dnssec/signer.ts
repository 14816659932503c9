import { type KeyObject, sign } from 'node:crypto'
import { day, hour, second } from '#shared/time.ts'
import { classIn, type } from '../wire/codes.ts'
import type { Name } from '../wire/name.ts'
import type { RecordSet } from '../zone/record-set.ts'
import { algorithm, type KeyRole, keyData, keyTag, readPrivateKey, type ZoneKeys } from './keys.ts'

/** The data of a set's RRSIG record, RFC 4034 section 3.1. `name` is relative to the zone. */
export type Signer = (name: Name, set: RecordSet, now: Date) => Buffer

/** Tolerance for slow clocks of validators. */
const skewMs = hour
/**
 * A secondary's copy is at most as old as a renewal when it loses contact, and is served until the SOA expires, 14 days later:
 * signatures outlive both.
 */
const lifeMs = 30 * day
/** The age at which a signature is renewed. */
const renewalMs = 7 * day

/** Types that the key-signing key signs: the keys, and the records for the parent (RFC 7344 section 4.1). */
const ofKeys: readonly number[] = [type.DNSKEY, type.CDS, type.CDNSKEY]

const seconds = (ms: number): number => Math.floor(ms / second)

/** Label count of the owner, without the root and a leading asterisk, RFC 4034 section 3.1.3. */
function countLabels(owner: Name): number {
  let count = 0
  for (let at = 0; at < owner.length; at += 1 + owner.charCodeAt(at)) count += 1
  return owner.startsWith('\x01*') ? count - 1 : count
}

/** The signed form of the set, RFC 4034 section 6: names are already in lower case, and records in the order of their bytes. */
function canonicalSet(owner: Name, { type, ttl, data }: RecordSet): Buffer[] {
  const name = Buffer.from(`${owner}\0`, 'latin1')
  return [...data]
    .sort((a, b) => a.compare(b))
    .flatMap((record) => {
      const head = Buffer.alloc(10)
      head.writeUInt16BE(type)
      head.writeUInt16BE(classIn, 2)
      head.writeUInt32BE(ttl, 4)
      head.writeUInt16BE(record.length, 8)
      return [name, head, record]
    })
}

type SigningKey = { tag: number; privateKey: KeyObject }

function signSet(apex: Name, { tag, privateKey }: SigningKey, given: [Name, RecordSet, Date]): Buffer {
  const [name, set, now] = given
  const owner = name + apex
  const head = Buffer.alloc(18)
  head.writeUInt16BE(set.type)
  head[2] = algorithm
  head[3] = countLabels(owner)
  head.writeUInt32BE(set.ttl, 4)
  // Times are compared modulo 2^32, RFC 1982.
  head.writeUInt32BE(seconds(now.getTime() + lifeMs) % 2 ** 32, 8)
  head.writeUInt32BE(seconds(now.getTime() - skewMs) % 2 ** 32, 12)
  head.writeUInt16BE(tag, 16)
  const fields = Buffer.concat([head, Buffer.from(`${apex}\0`, 'latin1')])
  const signed = Buffer.concat([fields, ...canonicalSet(owner, set)])
  return Buffer.concat([fields, sign('sha256', signed, { key: privateKey, dsaEncoding: 'ieee-p1363' })])
}

/**
 * Signs the sets of one zone on demand. A signature is cached until its renewal, at most one for each set, so the cache is never
 * larger than the zone.
 */
export function createSigner(apex: Name, keys: ZoneKeys): Signer {
  const open = (role: KeyRole): SigningKey => ({
    tag: keyTag(keyData(role, keys[role])),
    privateKey: readPrivateKey(keys[role]),
  })
  const own = { ksk: open('ksk'), zsk: open('zsk') }
  const kept = new Map<string, { data: Buffer; madeAt: number }>()
  return (name, set, now) => {
    const key = name + String.fromCharCode(set.type)
    const known = kept.get(key)
    if (known && Math.abs(now.getTime() - known.madeAt) < renewalMs) return known.data
    const data = signSet(apex, own[ofKeys.includes(set.type) ? 'ksk' : 'zsk'], [name, set, now])
    kept.set(key, { data, madeAt: now.getTime() })
    return data
  }
}
