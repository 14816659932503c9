import { afterEach, describe, expect, test } from 'bun:test'
import { dig, hasDig, startTestDns, zoneOf } from '#test/support/dns.ts'
import { hasNsd, startNsd } from '#test/support/nsd.ts'
import { until } from '#test/support/until.ts'
import { toName } from '../wire/name.ts'
import { createNotifier } from './notify.ts'

const secret = 'c2VjcmV0IHNlY3JldCBzZWNyZXQgc2VjcmV0IDEyMzQ='
const key = { name: toName('transfer.key'), secret: Buffer.from(secret, 'base64') }

const stopping: (() => unknown)[] = []
afterEach(async () => {
  for (const stop of stopping.splice(0).reverse()) await stop()
})

/** A secondary of `example.com` with `primary` as its source. */
async function startSecondary(primary: number, keyName: string) {
  const nsd = await startNsd(
    () => `key:
  name: "transfer.key"
  algorithm: hmac-sha256
  secret: "${secret}"
zone:
  name: "example.com"
  zonefile: "example.com.zone"
  allow-notify: 127.0.0.1 ${keyName}
  request-xfr: AXFR 127.0.0.1@${primary} ${keyName}
`,
  )
  stopping.push(nsd.stop)
  return nsd
}

describe.if(hasDig && hasNsd)('NSD as a secondary', () => {
  test.each([
    ['by a key', key],
    ['by its address', null],
  ])('copies the zone and follows a change, authorized %s', async (_how, key) => {
    const options = key ? { key } : { secondaries: new Set(['127.0.0.1']) }
    const primary = await startTestDns(
      [['example.com', ['@ A 192.0.2.1', `long TXT ${'é'.repeat(900)}`]]],
      options,
    )
    stopping.push(primary.close)
    const nsd = await startSecondary(primary.port, key ? 'transfer.key' : 'NOKEY')
    const addressAt = async (name: string) => (await dig(nsd.port, name, 'A')).answer[0] ?? ''
    await until('the zone', async () => (await addressAt('example.com')).endsWith('192.0.2.1'))
    expect((await dig(nsd.port, 'long.example.com', 'TXT')).answer).toEqual(
      (await dig(primary.port, 'long.example.com', 'TXT')).answer,
    )

    const secondaries = [{ address: '127.0.0.1', port: nsd.port }]
    const notifier = await createNotifier({ host: '127.0.0.1', secondaries, key, now: () => new Date() })
    stopping.push(notifier.close)
    primary.zones.set(zoneOf('example.com', ['@ A 192.0.2.2', 'new A 192.0.2.3'], 8))
    notifier.notify(toName('example.com'))
    // Without the NOTIFY it would refresh after an hour.
    await until('the change', async () => (await addressAt('new.example.com')).endsWith('192.0.2.3'))
    expect(await addressAt('example.com')).toEndWith('192.0.2.2')
    await until('its answer', () => notifier.waiting() === 0)
  })

  test('gets nothing with another key', async () => {
    const other = { ...key, secret: Buffer.alloc(32, 1) }
    const primary = await startTestDns([['example.com', ['@ A 192.0.2.1']]], { key: other })
    stopping.push(primary.close)
    const nsd = await startSecondary(primary.port, 'transfer.key')
    await until('a refusal', async () => /TSIG|bad|refused/i.test(await nsd.log().catch(() => '')))
    expect((await dig(nsd.port, 'example.com', 'A')).status).toBe('SERVFAIL')
  })
})
