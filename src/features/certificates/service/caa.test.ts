import { describe, expect, test } from 'bun:test'
import type { Way } from '../drivers/certificate-authority.ts'
import { findCaaObstacle } from './caa.ts'

const accountUrl = 'https://acme.example.net/account/7'
const conditions = { caaIdentities: ['ca.example.net', 'ca.example.org'], accountUrl }

/** Records by their words: `issue ca.example.net`, `! strange` for a critical one. */
const read = (lines: string[]) =>
  lines.map((line) => {
    const [, mark, tag = '', value = ''] = /^(! )?(\S+) ?(.*)$/.exec(line) ?? []
    return { isCritical: mark !== undefined, tag, value }
  })
const find = (lines: string[], { isWildcard = false, way = 'http-01' as Way, asked = conditions } = {}) =>
  findCaaObstacle(read(lines), isWildcard, { conditions: asked, way })

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
  ])('let us order a certificate: %j', (lines) => {
    expect(find(lines)).toBeNull()
  })

  test.each([
    [['issue ;'], 'let nobody issue'],
    [['issue'], 'let nobody issue'],
    [['issue other.example'], 'let only other.example issue, and not ca.example.net or ca.example.org'],
    [['issue one.example', 'issue two.example; a=b'], 'let only one.example and two.example issue, and not'],
    [
      ['issue ca.example.net', '! strange'],
      'forbid it to everybody who does not know the property “strange”',
    ],
    [
      [`issue ca.example.net; accounturi=${accountUrl}0`],
      'let ca.example.net issue only by another account or in another way than http-01',
    ],
    [['issue ca.example.net; validationmethods=dns-01'], 'in another way than http-01'],
  ])('forbid it: %j', (lines, reason) => {
    expect(find(lines)).toContain(reason)
  })

  test('for wildcards go before those for names, and concern no others', () => {
    const lines = ['issue ca.example.net', 'issuewild ;']
    expect(find(lines)).toBeNull()
    expect(find(lines, { isWildcard: true })).toBe('let nobody issue')
    expect(find(['issue ;', 'issuewild ca.example.net'], { isWildcard: true })).toBeNull()
    expect(find(['issue ;'], { isWildcard: true })).toBe('let nobody issue')
  })

  test('may name the way', () => {
    expect(find(['issue ca.example.net; validationmethods=dns-01'], { way: 'dns-01' })).toBeNull()
  })

  test('are only known to forbid an authority without a name when they forbid all', () => {
    const asked = { caaIdentities: [], accountUrl }
    expect(find(['issue other.example'], { asked })).toBeNull()
    expect(find(['issue ;'], { asked })).toBe('let nobody issue')
  })

  test('cannot name an account that is still to be made', () => {
    const asked = { ...conditions, accountUrl: null as unknown as string }
    expect(find([`issue ca.example.net; accounturi=${accountUrl}`], { asked })).toContain('another account')
  })
})
