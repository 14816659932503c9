import { describe, expect, test } from 'bun:test'
import { makeCertificate } from '#test/support/certificate.ts'
import { createIssuedCertificates } from './issued-certificates.ts'

const certificate = (names: string[], notAfter = 2_000) => {
  const { cert, key } = makeCertificate(names[0] ?? '')
  return { names, chain: cert, privateKey: key, notBefore: 1_000, notAfter }
}
const put = (
  held: ReturnType<typeof createIssuedCertificates>,
  id: string,
  names: string[],
  notAfter?: number,
) => held.take({ type: 'certificate', id, certificate: certificate(names, notAfter) })
const end = (held: ReturnType<typeof createIssuedCertificates>, host: string) => held.find(host)?.to.getTime()

describe('stored certificates', () => {
  test('match by each of their names, exact before wildcard', () => {
    const held = createIssuedCertificates()
    put(held, 'a', ['example.com', '*.example.com'], 2_001)
    put(held, 'b', ['shop.example.com'], 2_002)
    expect(end(held, 'example.com')).toBe(2_001)
    expect(end(held, 'any.example.com')).toBe(2_001)
    expect(end(held, 'shop.example.com')).toBe(2_002)
    expect(held.find('a.shop.example.com')).toBeUndefined()
    expect(held.find('com')).toBeUndefined()
    expect(held.find('')).toBeUndefined()
    const from = held.find('example.com')?.from
    expect(from).toEqual(new Date(1_000))
  })

  test('are replaced and removed with all their names', () => {
    const held = createIssuedCertificates()
    put(held, 'a', ['example.com', 'www.example.com'])
    put(held, 'a', ['example.com'], 3_000)
    expect(end(held, 'example.com')).toBe(3_000)
    expect(held.find('www.example.com')).toBeUndefined()
    held.take({ type: 'certificate', id: 'a', certificate: null })
    expect(held.find('example.com')).toBeUndefined()
  })

  test('with the same name: the later one is used, and the earlier one when that is removed', () => {
    const held = createIssuedCertificates()
    put(held, 'a', ['www.example.com'], 2_001)
    put(held, 'b', ['www.example.com'], 2_002)
    expect(end(held, 'www.example.com')).toBe(2_002)
    held.take({ type: 'certificate', id: 'b', certificate: null })
    expect(end(held, 'www.example.com')).toBe(2_001)
  })

  test('are dropped when the store no longer lists them', () => {
    const held = createIssuedCertificates()
    put(held, 'a', ['a.example'])
    put(held, 'b', ['b.example'])
    held.take({ type: 'certificates-known', ids: ['b'] })
    expect([held.find('a.example'), end(held, 'b.example')]).toEqual([undefined, 2_000])
  })

  test('are ignored when unusable', () => {
    const held = createIssuedCertificates()
    const broken = { ...certificate(['a.example']), privateKey: 'not a key' }
    held.take({ type: 'certificate', id: 'a', certificate: broken })
    expect(held.find('a.example')).toBeUndefined()
  })
})
