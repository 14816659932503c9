import { describe, expect, test } from 'bun:test'
import { createPublicKey, X509Certificate } from 'node:crypto'
import { day } from '#shared/time.ts'
import { createLocalAuthority } from './local-authority.ts'
import { createRoot } from './sign.ts'

const now = new Date('2026-11-20T06:30:00.500Z')
const company = 'Müller, "Söhne" & Co = Hosting + more'
const root = await createRoot({ name: `Own CA of ${company}`, organization: company }, now)
const authority = createLocalAuthority(async () => root)
const names = ['example.com', 'www.example.com', '*.shop.example.com']

describe('the authority of an installation', () => {
  test('issues a certificate that its root verifies, with a P-256 key, for 90 days', async () => {
    const issued = await authority.issue({ names, now })
    const leaf = new X509Certificate(issued.chain)
    const own = new X509Certificate(await authority.readRoot())
    expect(leaf.verify(own.publicKey)).toBe(true)
    expect(leaf.checkIssued(own)).toBe(true)
    expect(leaf.subjectAltName).toBe(names.map((name) => `DNS:${name}`).join(', '))
    expect(leaf.ca).toBe(false)
    expect(leaf.keyUsage).toEqual(['1.3.6.1.5.5.7.3.1'])
    expect(leaf.publicKey.asymmetricKeyDetails).toMatchObject({ namedCurve: 'prime256v1' })
    expect(leaf.publicKey.equals(createPublicKey(issued.privateKey))).toBe(true)
    expect(leaf.serialNumber.toLowerCase()).toBe(issued.serial)
    expect([new Date(leaf.validFrom), new Date(leaf.validTo)]).toEqual([issued.notBefore, issued.notAfter])
    expect(issued.notAfter.getTime() - issued.notBefore.getTime()).toBe(90 * day)
    expect(issued.notBefore.getTime()).toBeLessThan(now.getTime())
  })

  test('names its owner in its subject, whatever the company is called', async () => {
    const { issuer, chain } = await authority.issue({ names, now })
    expect(issuer).toBe(`Own CA of ${company}`)
    const own = new X509Certificate(root.certificate)
    expect(own.subject).toBe(own.issuer)
    expect(new X509Certificate(chain).issuer).toBe(own.subject)
    expect(own.ca).toBe(true)
    expect(own.verify(own.publicKey)).toBe(true)
  })

  test('gives each certificate a serial and a key of its own', async () => {
    const [one, other] = [await authority.issue({ names, now }), await authority.issue({ names, now })]
    expect(one.serial).not.toBe(other.serial)
    expect(one.privateKey).not.toBe(other.privateKey)
  })

  test('certifies a name that is too long for the subject', async () => {
    const name = `${'a'.repeat(60)}.${'b'.repeat(60)}.example.com`
    const { chain } = await authority.issue({ names: [name], now })
    const leaf = new X509Certificate(chain)
    expect(leaf.subjectAltName).toBe(`DNS:${name}`)
    expect(leaf.checkHost(name)).toBe(name)
  })
})
