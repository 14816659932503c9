import { describe, expect, test } from 'bun:test'
import { describeEffects } from './effects.ts'
import type { RecordType, ZoneRecord } from './record-types.ts'

const zone = 'example.com'
const record = (line: string): ZoneRecord => {
  const [name = '', type, ...value] = line.split(' ')
  const isMail = type === 'MX'
  return {
    name,
    type: type as RecordType,
    value: value.join(' '),
    ttl: 300,
    priority: isMail ? 10 : null,
  }
}

/** The effects of removing and adding lines of a zone. */
function effects(lines: string[], removed: string[], added: string[]): string[] {
  const before = lines.map(record)
  const change = { removed: removed.map(record), added: added.map(record) }
  const after = [...before.filter((_, at) => !removed.includes(lines[at] ?? '')), ...change.added]
  return describeEffects(change, { before, after, zone })
}

const one = '192.0.2.1'
const two = '192.0.2.2'

describe('the effect of a change', () => {
  test.each([
    [
      'a name goes that a wildcard stands for then',
      [`* A ${one}`, `www A ${two}`],
      [`www A ${two}`],
      [],
      [`www.example.com will point to ${one}, because of the wildcard record.`],
    ],
    [
      'a name goes that has others below it, for which no wildcard stands',
      [`* A ${one}`, `www A ${two}`, 'a.www TXT x'],
      [`www A ${two}`],
      [],
      ['www.example.com stops working.'],
    ],
    [
      'a text takes a name away from the wildcard',
      [`* A ${one}`],
      [],
      ['shop TXT x'],
      ['shop.example.com will have one TXT record.', 'shop.example.com stops working too.'],
    ],
    [
      'a name in the middle begins to exist by one below it',
      [`* A ${one}`],
      [],
      [`a.shop A ${two}`],
      [`a.shop.example.com will point to ${two}.`, 'shop.example.com stops working too.'],
    ],
    ['a wildcard goes', [`* A ${one}`], [`* A ${one}`], [], ['*.example.com stops working.']],
    [
      'the address behind aliases goes',
      [`a A ${one}`, 'b CNAME a.example.com', 'c CNAME b.example.com'],
      [`a A ${one}`],
      [],
      [
        'a.example.com stops working.',
        'b.example.com stops working too.',
        'c.example.com stops working too.',
      ],
    ],
    [
      'the address behind an alias changes',
      [`a A ${one}`, 'b CNAME a.example.com'],
      [`a A ${one}`],
      [`a A ${two}`],
      [`a.example.com will point to ${two}.`, `b.example.com will point to ${two} too.`],
    ],
    [
      'an alias is added to a chain',
      [`a A ${one}`, 'b CNAME a.example.com'],
      [],
      ['c CNAME b.example.com'],
      [`c.example.com will be an alias for b.example.com, and point to ${one}.`],
    ],
    [
      'a chain leaves the zone',
      ['b CNAME a.example.net'],
      [],
      ['c CNAME b.example.com'],
      ['c.example.com will be an alias for b.example.com, and so for a.example.net.'],
    ],
    [
      'an alias leads nowhere',
      [],
      [],
      ['b CNAME a.example.com'],
      ['b.example.com will be an alias for a.example.com, which points nowhere yet.'],
    ],
    [
      'an alias closes a circle',
      ['a CNAME b.example.com'],
      [],
      ['b CNAME a.example.com'],
      [
        'b.example.com will be an alias for a.example.com, which points back to it, so neither works.',
        'a.example.com will point back to itself and stop working.',
      ],
    ],
    [
      'a record is written below a delegation',
      ['branch NS ns1.example.net'],
      [],
      [`www.branch A ${one}`],
      ['www.branch.example.com is answered by ns1.example.net, so its A record here has no effect.'],
    ],
    [
      'the address of a delegation’s own nameserver changes',
      ['branch NS ns.branch.example.com', `ns.branch A ${one}`],
      [`ns.branch A ${one}`],
      [`ns.branch A ${two}`],
      ['Resolvers will look for the nameserver ns.branch.example.com at another address.'],
    ],
    [
      'a name with records is delegated',
      [`branch A ${one}`],
      [],
      ['branch NS ns1.example.net'],
      [
        'Everything at branch.example.com and below will be answered by ns1.example.net, no longer by this zone.',
      ],
    ],
    [
      'the last MX record goes',
      [`@ A ${one}`, '@ MX mail.example.net'],
      ['@ MX mail.example.net'],
      [],
      [`Mail for example.com will go to example.com itself (${one}), because there is no MX record.`],
    ],
    [
      'the last MX record of a name without address goes',
      ['@ MX mail.example.net'],
      ['@ MX mail.example.net'],
      [],
      ['Mail for example.com will not be deliverable.'],
    ],
    [
      'a mail server of the zone has no address',
      [],
      [],
      ['@ MX mail.example.com'],
      [
        'Mail for example.com will go to mail.example.com. mail.example.com has no address yet, so no mail arrives there.',
      ],
    ],
    [
      'a mail server loses its address',
      ['@ MX mail.example.com', `mail A ${one}`],
      [`mail A ${one}`],
      [],
      ['mail.example.com stops working.', 'Mail for example.com can no longer reach mail.example.com.'],
    ],
  ])('is described when %s', (_, lines, removed, added, sentences) => {
    expect(effects(lines, removed, added)).toEqual(sentences)
  })

  test('lists a few of many affected names, and counts the others', () => {
    const aliases = Array.from({ length: 9 }, (_, at) => `n${at} CNAME a.example.com`)
    const said = effects([`a A ${one}`, ...aliases], [`a A ${one}`], [])
    expect(said).toHaveLength(7)
    expect(said.at(-1)).toBe('4 more names change in the same way.')
  })
})
