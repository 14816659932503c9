import { describe, expect, test } from 'bun:test'
import { createPublicKey, verify } from 'node:crypto'
import { day } from '#shared/time.ts'
import { toName } from '../wire/name.ts'
import { coveringName, makeChain } from './chain.ts'
import { keyData, keyDigest, keyTag, makeZoneKeys } from './keys.ts'
import { createSigner } from './signer.ts'

// The example of RFC 6605 section 6.1.
const publicKey = 'GojIhhXUN/u4v54ZQqGSnyhWJwaubCvTmeexv7bR6edbkrSqQpF64cYbcB7wNcP+e+MAnLr+Wi9xMWyQLc8NAA=='

test('computes the key tag and the digest of RFC 6605', () => {
  const data = keyData('ksk', { publicKey })
  expect(keyTag(data)).toBe(55_648)
  expect(keyDigest(toName('example.net'), data).toString('hex')).toBe(
    'b4c8c1fe2e7477127b27115656ad6256f424625bf5c1e2770ce6d6e37df61d17',
  )
})

describe('a signature', () => {
  const [apex, keys] = [toName('example.net'), makeZoneKeys()]
  const set = { type: 1, ttl: 300, data: [Buffer.from([192, 0, 2, 2]), Buffer.from([192, 0, 2, 1])] }
  const now = new Date('2026-11-23T08:00:00Z')
  const at = (ms: number) => new Date(now.getTime() + ms)
  const timesOf = (data: Buffer) =>
    [8, 12].map((offset) => (data.readUInt32BE(offset) * 1_000 - now.getTime()) / day)

  test('begins an hour ago, for slow clocks, and lasts for 30 days', () => {
    expect(timesOf(createSigner(apex, keys)('', set, now))).toEqual([30, -1 / 24])
  })

  test('is reused for 7 days, then renewed', () => {
    const sign = createSigner(apex, keys)
    const first = sign('', set, now)
    expect(sign('', set, at(7 * day - 1))).toBe(first)
    expect(timesOf(sign('', set, at(7 * day)))[0]).toBe(37)
  })

  test('covers the records in byte order, under the wildcard name without its asterisk', () => {
    const data = createSigner(apex, keys)(toName('*'), set, now)
    expect(data[3]).toBe(2)
    const owner = Buffer.from(`${toName('*')}${apex}\0`, 'latin1')
    const head = Buffer.from([0, 1, 0, 1, 0, 0, 1, 44, 0, 4])
    const records = [...set.data].reverse().flatMap((record) => [owner, head, record])
    const point = Buffer.from(keys.zsk.publicKey, 'base64')
    const [x, y] = [point.subarray(0, 32), point.subarray(32)].map((part) => part.toString('base64url'))
    const key = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' }, format: 'jwk' })
    const covered = Buffer.concat([data.subarray(0, -64), ...records])
    expect(verify('sha256', covered, { key, dsaEncoding: 'ieee-p1363' }, data.subarray(-64))).toBe(true)
  })
})

describe('the NSEC chain', () => {
  // The example of RFC 4034 section 6.1, without the zone's own name.
  const names = [
    '',
    '\x01a',
    '\x08yljkjljk\x01a',
    '\x01Z\x01a'.toLowerCase(),
    '\x04zabc\x01a',
    '\x01z',
    '\x01\x01\x01z',
    '\x01*\x01z',
  ]

  test('is in the order of RFC 4034', () => {
    expect(makeChain(names.toReversed()).names).toEqual(names)
  })

  test('has a covering record for every name, whatever its bytes', () => {
    const chain = makeChain(names)
    const cases: [string, string][] = [
      ['', ''],
      ['\x01\0', ''],
      ['\x01b', '\x04zabc\x01a'],
      ['\x01x\x01a', '\x01a'],
      ['\x02\x01\0\x01z', '\x01\x01\x01z'],
      ['\x01\0\x01z', '\x01z'],
      ['\x01\xff', '\x01*\x01z'],
    ]
    for (const [name, speaking] of cases) expect([name, coveringName(chain, name)]).toEqual([name, speaking])
  })
})
