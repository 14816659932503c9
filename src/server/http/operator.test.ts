import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { statSync, writeFileSync } from 'node:fs'
import { readEnv } from '#env'
import { clientAddress, limiterKey, siteKey } from '#shared/address.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { makeTestFolder } from '#test/support/folders.ts'
import { promtool, whyMissing } from '../../../scripts/testing/tools.ts'
import { createLogger, describeFailure } from '../log.ts'
import { createSealer, readKey } from '../secrets.ts'

const missing = whyMissing([promtool])
const hasPromtool = missing === undefined
if (!hasPromtool) console.log(`the metrics are not checked by promtool: ${missing}`)

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

describe('the operator endpoints', () => {
  test('answer liveness and readiness to everyone', async () => {
    expect((await app.request('/health')).status).toBe(200)
    expect((await app.request('/ready')).status).toBe(200)
  })

  test('check readiness at most once a second, regardless of the number of requests', async () => {
    let commits = 0
    const tx: typeof app.store.tx = (work) => {
      commits += 1
      return app.store.tx(work)
    }
    const portal = await createTestApp({ store: Object.create(app.store, { tx: { value: tx } }) })
    const replies = await Promise.all(Array.from({ length: 200 }, () => portal.request('/ready')))
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
    // More than one second may pass on a slow machine.
    expect(commits).toBeLessThan(5)
  })

  test('answer 503 with a brief reason while draining or unable to write', async () => {
    const store = { ...app.store, tx: () => Promise.reject(new Error('SQLITE_IOERR /secret/path')) }
    const portal = await createTestApp({ store })
    const reply = await portal.request('/ready')
    expect(reply.status).toBe(503)
    expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(reply.text).not.toMatch(/SQLITE|secret/)
    expect((await portal.request('/health')).status).toBe(200)
    app.portal.counters.isDraining = true
    expect((await app.request('/ready')).status).toBe(503)
    app.portal.counters.isDraining = false
  })

  test('describe every metric and its type', async () => {
    const gateway = app.deps.gateway
    Object.assign(gateway, { state: 'running' })
    const { text } = await app.request('/metrics', { address: '127.0.0.1' })
    Object.assign(gateway, { state: 'off' })
    const lines = text.split('\n').filter(Boolean)
    const named = (mark: string) =>
      lines.filter((line) => line.startsWith(`# ${mark} `)).map((line) => line.split(' ')[2])
    const measured = lines.filter((line) => !line.startsWith('#')).map((line) => line.split(/[ {]/)[0])
    expect(named('HELP')).toEqual(named('TYPE'))
    expect(named('HELP')).toContain('portal_gateway_up')
    expect(measured.filter((name) => !named('HELP').includes(name))).toEqual([])
  })

  test.if(hasPromtool)('return metrics that promtool accepts', async () => {
    const { text } = await app.request('/metrics', { address: '127.0.0.1' })
    const child = Bun.spawn([promtool.find() ?? '', 'check', 'metrics'], {
      stdin: new TextEncoder().encode(text),
      stdout: 'pipe',
      stderr: 'pipe',
    })
    const said = await new Response(child.stderr).text()
    expect([await child.exited, said]).toEqual([0, ''])
  })

  test('return metrics only to this machine or to a bearer of the token', async () => {
    for (const address of ['127.0.0.1', '127.8.0.1', '::1', '::ffff:127.0.0.1']) {
      const reply = await app.request('/metrics', { address })
      expect(reply.status).toBe(200)
      expect(reply.text).toContain('portal_requests_total{status="2xx"}')
    }
    // An undeclared proxy on this machine forwards requests of other clients.
    for (const header of ['x-forwarded-for', 'forwarded', 'via'])
      expect(
        (await app.request('/metrics', { address: '127.0.0.1', headers: { [header]: 'x' } })).status,
      ).toBe(404)
    const token = 'a-token-of-some-length'
    const env = { ...readEnv({ METRICS_TOKEN: token }), DATA_DIR: app.dataDir }
    const portal = await createTestApp({ env, store: app.store })
    const ask = async (authorization?: string) =>
      (await portal.request('/metrics', authorization ? { headers: { authorization } } : {})).status
    expect(await ask(`Bearer ${token}`)).toBe(200)
    for (const wrong of [undefined, token, `Bearer ${token}x`, 'Bearer ', `bearer ${token.toUpperCase()}`])
      expect(await ask(wrong)).toBe(404)
    expect((await app.request('/metrics', { headers: { authorization: 'Bearer undefined' } })).status).toBe(
      404,
    )
  })
})

describe('the client address', () => {
  const proxies = ['10.0.0.1', '10.0.0.2']
  test.each([
    ['203.0.113.9', '1.2.3.4', '203.0.113.9'],
    ['10.0.0.1', null, '10.0.0.1'],
    ['10.0.0.1', '1.2.3.4', '1.2.3.4'],
    ['10.0.0.1', '6.6.6.6, 1.2.3.4', '1.2.3.4'],
    ['10.0.0.1', '6.6.6.6, 1.2.3.4, 10.0.0.2', '1.2.3.4'],
    ['10.0.0.1', '10.0.0.2', '10.0.0.1'],
    ['10.0.0.1', ' , ', '10.0.0.1'],
  ])('behind the peer %s that forwards %p is %s', (peer, forwarded, expected) => {
    expect(clientAddress(peer, forwarded, proxies)).toBe(expected)
  })

  test('ignores X-Forwarded-For from untrusted peers', () => {
    expect(clientAddress('127.0.0.1', '1.2.3.4', readEnv({}).TRUSTED_PROXIES)).toBe('127.0.0.1')
  })

  test('groups an IPv6 network', () => {
    expect(limiterKey('2001:db8:1:2:3:4:5:6')).toBe(limiterKey('2001:db8:1:2::1'))
    expect(limiterKey('2001:db8:1:2::1')).not.toBe(limiterKey('2001:db8:1:3::1'))
    expect(limiterKey('::ffff:192.0.2.1')).toBe('192.0.2.1')
    expect(siteKey('2001:db8:1:2::1')).toBe(siteKey('2001:db8:1:3::1'))
    expect(siteKey('2001:db8:1:2::1')).not.toBe(siteKey('2001:db8:2:2::1'))
    expect([siteKey('192.0.2.1'), siteKey('::ffff:192.0.2.1')]).toEqual([null, null])
  })
})

describe('secrets', () => {
  const sealer = createSealer(Buffer.alloc(32, 1))

  test('open only in the place for which they were sealed', () => {
    const sealed = sealer.seal('s3cret ✓', 'table:column:1')
    expect(sealed).not.toContain('s3cret')
    expect(sealer.open(sealed, 'table:column:1')).toBe('s3cret ✓')
    for (const place of ['table:column:2', 'table:other:1', 'other:column:1', ''])
      expect(() => sealer.open(sealed, place)).toThrow()
    expect(() => createSealer(Buffer.alloc(32, 2)).open(sealed, 'table:column:1')).toThrow()
    expect(sealer.seal('s3cret ✓', 'table:column:1')).not.toBe(sealed)
  })

  test('do not open after a change', () => {
    const sealed = sealer.seal('secret', 'p')
    for (let i = 3; i < sealed.length; i += 1) {
      const changed = `${sealed.slice(0, i)}${sealed[i] === 'A' ? 'B' : 'A'}${sealed.slice(i + 1)}`
      // The last character of base64url may have unused bits.
      if (i === sealed.length - 1) continue
      expect(() => sealer.open(changed, 'p')).toThrow()
    }
    for (const text of ['', 'v1.', 'v2.AAAA', 'clear', sealed.slice(0, 20)])
      expect(() => sealer.open(text, 'p')).toThrow()
  })

  test('use a key that is created once, readable by its owner only, and reported when it is missing', async () => {
    const path = `${makeTestFolder()}/deep/secret.key`
    expect(readKey(path, false)).rejects.toThrow('missing')
    const key = await readKey(path, true)
    expect(key.length).toBe(32)
    expect(statSync(path).mode & 0o777).toBe(0o400)
    expect((await readKey(path, false)).equals(key)).toBe(true)
    const broken = `${makeTestFolder()}/secret.key`
    writeFileSync(broken, 'too short')
    expect(readKey(broken, true)).rejects.toThrow('not a key')
  })
})

describe('the log', () => {
  const printed: string[] = []
  const log = createLogger('info', (line) => printed.push(line))

  test('has one JSON object per line, whatever it contains', () => {
    const hostile = 'a\r\n{"level":"error"}\u001b[2J\u2028\ud800"'
    log.info(hostile, { field: hostile })
    log.debug('below the level')
    expect(printed).toHaveLength(1)
    for (const sign of ['\r', '\n', '\u001b']) expect(printed[0]).not.toContain(sign)
    expect(JSON.parse(printed[0] ?? '')).toMatchObject({
      level: 'info',
      msg: hostile,
      at: expect.stringMatching(/Z$/),
    })
  })

  test('omits the parameters and the message of a failed query', async () => {
    const { users } = app.store.t
    const row = { email: 'canary@example.com', passwordHash: 'canary-hash' } as typeof users.$inferInsert
    const error = await app.store.tx((tx) => tx.insert(users).values(row)).catch((error: unknown) => error)
    expect(JSON.stringify(describeFailure(error))).not.toContain('canary')
  })

  test('omits user input', async () => {
    const canary = 'canary-in-a-body'
    const { cookie } = await app.addCustomer()
    const headers = { 'user-agent': canary, 'idempotency-key': canary, referer: canary }
    for (const path of ['/api/login', '/api/register', '/api/orders', '/api/contact', '/api/user/password'])
      await app.request(path, {
        cookie,
        headers,
        json: { email: canary, password: canary, emailOrMobile: canary, cardNumber: canary },
      })
    const text = app.logged.join('\n')
    expect(text).not.toContain(canary)
    expect(text).not.toContain(cookie.slice(4))
  })
})
