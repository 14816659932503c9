import { describe, expect, test } from 'bun:test'
import type { DnsRecord } from '#features/zones/contract/records.ts'
import { faultsOf, newRecord, type RecordValues, recordForm, valuesOf, writtenOf } from './record-form.ts'

const zone = 'example.com'
const record = (values: Partial<DnsRecord>): DnsRecord => ({
  id: 'r',
  type: 'A',
  name: 'www',
  value: '192.0.2.1',
  ttl: 300,
  priority: null,
  version: 'one',
  ...values,
})

const stored: DnsRecord[] = [
  record({}),
  record({ type: 'MX', name: '@', value: 'mail.example.com', priority: 20 }),
  record({ type: 'SRV', name: '_sip._tcp', value: '5 5060 sip.example.com', priority: 0 }),
  record({ type: 'CAA', name: '@', value: '128 issue "letsencrypt.org; validationmethods=dns-01"' }),
  record({ type: 'TXT', value: 'say "so" \\' }),
]

describe('the dialog of a record', () => {
  test.each(stored)('shows a record of type $type, and writes it unchanged', (each) => {
    const { id: _, version: _version, priority, ...fields } = each
    expect(writtenOf(valuesOf(each))).toEqual({ ...fields, ...(priority === null ? {} : { priority }) })
    expect(faultsOf(valuesOf(each), zone)).toEqual([])
  })

  const faults: [what: string, values: Partial<RecordValues>, field: string, sentence: string][] = [
    ['an address', { value: 'here' }, 'value', 'Enter an IPv4 address, such as 192.0.2.1.'],
    ['a name', { value: '192.0.2.1', name: 'a b' }, 'name', 'A name consists of letters'],
    ['a TTL of words', { value: '192.0.2.1', ttl: 'soon' }, 'ttl', 'from 60 to 86400'],
    ['a TTL that is too short', { value: '192.0.2.1', ttl: '59' }, 'ttl', 'from 60 to 86400'],
    [
      'a priority',
      { type: 'MX', value: 'mail.example.com', priority: '65536' },
      'priority',
      'from 0 to 65535',
    ],
    [
      'a port',
      { type: 'SRV', name: '_a._tcp', value: 'a.net', port: '' },
      'port',
      'A port is a whole number',
    ],
    ['a weight', { type: 'SRV', name: '_a._tcp', value: 'a.net', weight: '-1' }, 'weight', 'A weight is'],
    ['a host', { type: 'SRV', name: '_a._tcp', value: '', port: '1' }, 'value', 'Enter a full host name'],
    ['an authority', { type: 'CAA', name: '@', value: '' }, 'value', 'letsencrypt.org'],
    ['an alias of the zone', { type: 'MX', value: '192.0.2.1' }, 'value', 'needs a host name'],
  ]
  test.each(faults)('explains what is wrong with %s', (_, values, field, sentence) => {
    const found = faultsOf({ ...newRecord, ...values }, zone)
    expect(found).toMatchObject([{ field, fault: expect.stringContaining(sentence) }])
    const issues = recordForm(zone).safeParse({ ...newRecord, ...values }).error?.issues
    expect(issues?.map(({ path }) => path)).toEqual([[field]])
  })

  test('leaves a missing priority to the server, and omits it for types without one', () => {
    expect(writtenOf({ ...newRecord, type: 'MX' })).not.toHaveProperty('priority')
    expect(writtenOf({ ...newRecord, type: 'A', priority: '10' })).not.toHaveProperty('priority')
  })

  test('takes an empty name for the zone itself', () => {
    expect(writtenOf(newRecord).name).toBe('@')
  })
})
