import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { startTestDns, type TestDns } from '#test/support/dns.ts'
import { lookUp } from './lookup.ts'

const address = ({ port }: { port: number }) => `127.0.0.1:${port}`

describe('a lookup', () => {
  let dns: TestDns
  beforeAll(async () => {
    const lines = [
      '@ A 192.0.2.2',
      '@ A 192.0.2.1',
      '@ AAAA 2001:db8::1',
      'www CNAME Example.net',
      '@ MX 10 MAIL.example.net',
    ]
    dns = await startTestDns([
      ['long.example', lines],
      ['quiet.example', ['@ MX 0 .']],
    ])
  })
  afterAll(() => dns.close())

  test('returns sorted values of each type in a normalised form, or none', async () => {
    const ask = (name: string, type: 'A' | 'AAAA' | 'CNAME' | 'MX' | 'NS') =>
      lookUp(address(dns), { name, type }, 2_000)
    expect(await ask('long.example', 'A')).toEqual({ values: ['192.0.2.1', '192.0.2.2'] })
    expect(await ask('long.example', 'AAAA')).toEqual({ values: ['2001:db8::1'] })
    expect(await ask('www.long.example', 'CNAME')).toEqual({ values: ['example.net'] })
    expect(await ask('long.example', 'MX')).toEqual({ values: ['10 mail.example.net'] })
    expect(await ask('quiet.example', 'MX')).toEqual({ values: ['0 .'] })
    expect(await ask('long.example', 'NS')).toEqual({ values: ['ns1.example.net', 'ns2.example.net'] })
    expect(await ask('none.long.example', 'A')).toEqual({ values: [] })
    expect(await ask('www.long.example', 'MX')).toEqual({ values: [] })
  })

  test('reports why there was no answer: refused, failed, silent', async () => {
    const question = { name: 'other.example', type: 'A' } as const
    expect(await lookUp(address(dns), question, 2_000)).toEqual({ fault: 'refused' })
    const failing = await startTestDns([], { isReady: () => false })
    expect(await lookUp(address(failing), question, 2_000)).toEqual({ fault: 'servers' })
    failing.close()
    const silent = await Bun.udpSocket({ hostname: '127.0.0.1', port: 0, socket: { data() {} } })
    expect(await lookUp(address(silent), question, 100)).toEqual({ fault: 'silent' })
    silent.close()
  })
})
