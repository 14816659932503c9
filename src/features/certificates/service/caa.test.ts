import { describe, expect, test } from 'bun:test'
import type { ValidationMethod } from '../drivers/certificate-authority.ts'
import { findCaaObstacle } from './caa.ts'

const accountUrl = 'https://acme.example.net/account/7'
const conditions = { caaIdentities: ['ca.example.net', 'ca.example.org'], accountUrl }

/** Records in short form: `issue ca.example.net`, `! strange` for a critical one. */
const read = (lines: string[]) =>
  lines.map((line) => {
    const [, mark, tag = '', value = ''] = /^(! )?(\S+) ?(.*)$/.exec(line) ?? []
    return { isCritical: mark !== undefined, tag, value }
  })
const find = (
  lines: string[],
  { isWildcard = false, way = 'http-01' as ValidationMethod, asked = conditions } = {},
) => findCaaObstacle(read(lines), isWildcard, { conditions: asked, way })

describe('CAA records', () => {
  test.each([
    [[]],
    [['iodef mailto:somebody@example.com']],
    [['strange without meaning']],
    [['issue CA.example.net']],
    [['issue ca.example.org ; ']],
    [['issue other.example', 'issue ca.example.net']],
    [['issuewild ;']],
    [[`issue ca.example.net; accounturi=${accountUrl}`]],
    [['issue ca.example.net; validationmethods=dns-01,http-01']],
    [['! issue ca.example.net']],
  ])('allow us to order a certificate: %j', (lines) => {
    expect(find(lines)).toBeNull()
  })

  test.each([
    [['issue ;'], 'allow no authority to issue'],
    [['issue'], 'allow no authority to issue'],
    [['issue other.example'], 'allow only other.example to issue, not ca.example.net or ca.example.org'],
    [['issue one.example', 'issue two.example; a=b'], 'allow only one.example and two.example to issue, not'],
    [
      ['issue ca.example.net', '! strange'],
      'contain the critical property “strange”, which certificate authorities do not know',
    ],
    [
      [`issue ca.example.net; accounturi=${accountUrl}0`],
      'allow ca.example.net to issue only with another account or a method other than http-01',
    ],
    [['issue ca.example.net; validationmethods=dns-01'], 'a method other than http-01'],
  ])('forbid issuing: %j', (lines, reason) => {
    expect(find(lines)).toContain(reason)
  })

  test('for wildcards override those for names, and do not apply to others', () => {
    const lines = ['issue ca.example.net', 'issuewild ;']
    expect(find(lines)).toBeNull()
    expect(find(lines, { isWildcard: true })).toBe('allow no authority to issue')
    expect(find(['issue ;', 'issuewild ca.example.net'], { isWildcard: true })).toBeNull()
    expect(find(['issue ;'], { isWildcard: true })).toBe('allow no authority to issue')
  })

  test('may restrict the validation method', () => {
    expect(find(['issue ca.example.net; validationmethods=dns-01'], { way: 'dns-01' })).toBeNull()
  })

  test('forbid an authority without a known identity only when they forbid every authority', () => {
    const asked = { caaIdentities: [], accountUrl }
    expect(find(['issue other.example'], { asked })).toBeNull()
    expect(find(['issue ;'], { asked })).toBe('allow no authority to issue')
  })

  test('cannot name an account that does not exist yet', () => {
    const asked = { ...conditions, accountUrl: null as unknown as string }
    expect(find([`issue ca.example.net; accounturi=${accountUrl}`], { asked })).toContain('another account')
  })
})
