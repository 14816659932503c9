import { expect, test } from 'bun:test'
import { readEnv, SettingsError } from '#env'
import { toName } from './drivers/wire/name.ts'

const dataDir = '/nowhere'
const read = (settings: Record<string, string>) => readEnv({ DATA_DIR: dataDir, ...settings })

test('listens by default on an unprivileged port, without secondaries', () => {
  const { DNS_PORT, DNS_DRIVER, DNS_SECONDARIES, DNS_TSIG, DNS_ANSWERS_PER_SECOND } = read({})
  expect([DNS_PORT, DNS_DRIVER, DNS_SECONDARIES, DNS_TSIG, DNS_ANSWERS_PER_SECOND]).toEqual([
    15_353,
    'embedded',
    [],
    undefined,
    200,
  ])
})

test('accepts addresses of secondaries, each with a port if it is not 53', () => {
  expect(read({ DNS_SECONDARIES: '192.0.2.1, 2001:db8::1#5353' }).DNS_SECONDARIES).toEqual([
    { address: '192.0.2.1', port: 53 },
    { address: '2001:db8::1', port: 5_353 },
  ])
  expect(read({ DNS_SECONDARIES: '::FFFF:192.0.2.1,2001:DB8:0::1' }).DNS_SECONDARIES).toEqual([
    { address: '192.0.2.1', port: 53 },
    { address: '2001:db8::1', port: 53 },
  ])
})

test('accepts a key with a name and a secret', () => {
  const secret = Buffer.alloc(32, 5)
  const { DNS_TSIG } = read({ DNS_TSIG: `Transfer.Key:${secret.toString('base64')}` })
  expect(DNS_TSIG).toEqual({ name: toName('transfer.key'), secret })
})

const powerDns = {
  DNS_DRIVER: 'powerdns',
  POWERDNS_URL: 'https://dns.example.net/pdns/api/v1/',
  POWERDNS_API_KEY: 'key',
}

test('builds the PowerDNS API URL, with the path that the portal adds', () => {
  expect(read(powerDns)).toMatchObject({
    POWERDNS_URL: 'https://dns.example.net/pdns',
    POWERDNS_SERVER_ID: 'localhost',
  })
  expect(read({ ...powerDns, POWERDNS_URL: 'http://[::1]:8081' }).POWERDNS_URL).toBe('http://[::1]:8081')
})

test.each([
  [{ POWERDNS_URL: '' }, 'POWERDNS_URL: is needed by DNS_DRIVER=powerdns'],
  [{ POWERDNS_API_KEY: '' }, 'POWERDNS_API_KEY: is needed by DNS_DRIVER=powerdns'],
  [{ POWERDNS_URL: 'localhost:8081' }, 'POWERDNS_URL: must be the address of its API'],
  [{ POWERDNS_URL: 'http://me:secret@localhost' }, 'POWERDNS_URL: must be the address of its API'],
  [{ POWERDNS_API_KEY: 'a\nb' }, 'POWERDNS_API_KEY: must consist of characters that a header can contain'],
  [{ DNS_SECONDARIES: '192.0.2.1' }, 'DNS_SECONDARIES: is not supported with DNS_DRIVER=powerdns'],
  [
    { DNS_TSIG: `key:${Buffer.alloc(32).toString('base64')}` },
    'DNS_TSIG: is not supported with DNS_DRIVER=powerdns',
  ],
])('rejects %p beside PowerDNS in one line', (given, message) => {
  expect(() => read({ ...powerDns, ...given })).toThrow(message)
})

test.each([
  [{ DNS_SECONDARIES: 'ns2.example.net' }, 'DNS_SECONDARIES: must be addresses'],
  [{ DNS_SECONDARIES: '192.0.2.1#0' }, 'DNS_SECONDARIES: must be addresses'],
  [{ DNS_SECONDARIES: '192.0.2.1#70000' }, 'DNS_SECONDARIES: must be addresses'],
  [{ DNS_TSIG: 'key' }, 'DNS_TSIG: must be name:secret'],
  [{ DNS_TSIG: 'key:c2hvcnQ=' }, 'DNS_TSIG: must be name:secret'],
  [{ DNS_TSIG: `${'a'.repeat(64)}:${Buffer.alloc(32).toString('base64')}` }, 'DNS_TSIG: must be name:secret'],
  [{ DNS_TSIG: `a..b:${Buffer.alloc(32).toString('base64')}` }, 'DNS_TSIG: must be name:secret'],
  [{ DNS_PORT: '70000' }, 'DNS_PORT: must be a port'],
  [{ DNS_DRIVER: 'bind' }, 'DNS_DRIVER: must be one of embedded, powerdns, off'],
])('rejects %p', (given, message) => {
  expect(() => read(given)).toThrow(SettingsError)
  expect(() => read(given)).toThrow(message)
})
