import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { readEnv } from '#env'
import type { Deps } from '#server/context.ts'
import type { Running } from '#server/feature.ts'
import { startWorker, type Worker } from '#server/jobs/jobs.ts'
import { insertActiveService } from '#test/support/active-service.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { dig, hasDig } from '#test/support/dns.ts'
import { domainName } from '#test/support/domain-name.ts'
import { hasPowerDns, startPowerDns } from '#test/support/powerdns.ts'
import { until } from '#test/support/until.ts'
import { dns } from './feature.ts'
import { createDnsStatus } from './status.ts'

type TestNameServer = { port: number; stop(): Promise<void> }

/** A name server for the store of an app, with its address. */
const drivers: Record<string, (app: TestApp) => Promise<TestNameServer>> = {
  async embedded(app) {
    const env = readEnv({ DATA_DIR: app.dataDir, DNS_PORT: 'auto', DNS_ANSWERS_PER_SECOND: '0' })
    const deps: Deps = { ...app.deps, env, dns: createDnsStatus() }
    const running: Running = await dns.serve(deps)
    await until('the zones', () => deps.dns.polledAt())
    return { port: deps.dns.port ?? 0, stop: async () => running.stop?.() }
  },
  async powerdns(app) {
    const server = await startPowerDns()
    const env = readEnv({ DATA_DIR: app.dataDir, ...server.env })
    const deps: Deps = { ...app.deps, env, dns: createDnsStatus() }
    const worker: Worker = startWorker(deps, { handlers: [], ...dns.work.powerdns })
    await until('the zones', () => deps.dns.powerDns.polledAt())
    return {
      port: server.port,
      async stop() {
        await worker.stop()
        await server.stop()
      },
    }
  },
}

describe.each(Object.keys(drivers).filter((name) => name !== 'powerdns' || hasPowerDns))(
  'the driver %s',
  (driver) => {
    let app: TestApp
    let served: TestNameServer
    let owner: { id: string; cookie: string }
    let counter = 0
    let domain: string
    let path: string
    beforeAll(async () => {
      app = await createTestApp()
      owner = await app.addCustomer()
      served = (await drivers[driver]?.(app)) as TestNameServer
    })
    afterAll(async () => {
      await served.stop()
      await app.close()
    })

    const send = async (method: string, where: string, json?: unknown) => {
      const reply = await app.request(where, { method, cookie: owner.cookie, json })
      if (reply.status >= 400) throw new Error(`${method} ${where}: ${reply.status} ${reply.text}`)
      return reply.body as { id: string }
    }
    /** A new domain with its first zone. */
    const begin = async () => {
      counter += 1
      await insertActiveService(app, owner.id, 'Premium')
      const { id } = await send('POST', '/api/domains/register', { name: `${driver}-${counter}` })
      domain = `${driver}-${counter}.com`
      path = `/api/domains/${id}/dns`
      await until('the zone', async () => (await dig(served.port, domain, 'SOA')).status === 'NOERROR')
    }
    const add = (json: Record<string, unknown>) => send('POST', path, { ttl: 300, ...json })
    /** The answer data of a query. */
    const answer = async (name: string, type: string) =>
      (await dig(served.port, name, type)).answer.map((line) => line.split(' ').slice(3).join(' ')).sort()
    const seen = (name: string, type: string, data: string[]) =>
      until(`${name} ${type} ${data}`, async () =>
        Bun.deepEquals(await answer(name, type), data.map((each) => `${type} ${each}`).sort()),
      )

    describe.if(hasDig)('answers', () => {
      test('with a record once it is added, changed and removed', async () => {
        await begin()
        const name = `new.${domain}`
        expect((await dig(served.port, name, 'A')).status).toBe('NXDOMAIN')
        const { id } = await add({ type: 'A', name: 'new', value: '192.0.2.1' })
        await seen(name, 'A', ['192.0.2.1'])
        await send('PUT', `${path}/${id}`, { type: 'A', name: 'new', value: '192.0.2.2', ttl: 600 })
        await seen(name, 'A', ['192.0.2.2'])
        await send('DELETE', `${path}/${id}`)
        await until('its end', async () => (await dig(served.port, name, 'A')).status === 'NXDOMAIN')
      })

      test('with every type in canonical form, and with the serial of the domain', async () => {
        await begin()
        const long = 'é\\"; '.repeat(330).slice(0, 1_700)
        const chunks = [...new Bun.CryptoHasher('sha512').update('x').digest('hex')].join('').repeat(16)
        for (const record of [
          { type: 'AAAA', name: 'six', value: '2001:db8::1:0:0:1' },
          { type: 'AAAA', name: 'six', value: '2001:db8::' },
          { type: 'MX', name: '@', value: 'mail.example.net', priority: 5 },
          { type: 'SRV', name: '_sip._tcp', value: '10 5060 sip.example.net', priority: 1 },
          { type: 'CAA', name: '@', value: '0 issue "letsencrypt.org"' },
          { type: 'TXT', name: 'long', value: chunks },
          { type: 'TXT', name: 'odd', value: long },
          { type: 'TXT', name: 'several', value: '"txtvers=1" "path=/shop" "a;b"' },
          { type: 'CNAME', name: 'alias', value: `six.${domain}` },
          { type: 'A', name: '*.wild', value: '192.0.2.7' },
        ])
          await add(record)
        await seen(`any.wild.${domain}`, 'A', ['192.0.2.7'])
        await seen(`six.${domain}`, 'AAAA', ['2001:db8::', '2001:db8::1:0:0:1'])
        await seen(domain, 'MX', ['5 mail.example.net.'])
        await seen(`_sip._tcp.${domain}`, 'SRV', ['1 10 5060 sip.example.net.'])
        await seen(domain, 'CAA', ['0 issue "letsencrypt.org"'])
        expect(await answer(`alias.${domain}`, 'AAAA')).toContain(`CNAME six.${domain}.`)
        await seen(`several.${domain}`, 'TXT', ['"txtvers=1" "path=/shop" "a;b"'])
        const [text = ''] = await answer(`long.${domain}`, 'TXT')
        expect(chunks).toHaveLength(2_048)
        expect(text.replace(/^TXT /, '').replaceAll(/" "|"/g, '')).toBe(chunks)
        const [odd = ''] = await answer(`odd.${domain}`, 'TXT')
        const octets = odd
          .replace(/^TXT "|"$/g, '')
          .replaceAll('" "', '')
          .replaceAll(/\\(\d{3}|.)/g, (_, code: string) =>
            String.fromCharCode(code.length === 3 ? Number(code) : code.charCodeAt(0)),
          )
        expect(Buffer.from(octets, 'latin1').toString()).toBe(long.trim())
        const { domains } = app.store.t
        const [row] = await app.store.read
          .select({ serial: domains.zoneSerial })
          .from(domains)
          .where(eq(domains.domainName, domainName(domain)))
        expect((await answer(domain, 'SOA'))[0]).toStartWith(
          `SOA ns1.localhost. hostmaster.${domain}. ${row?.serial} 3600 600 1209600 300`,
        )
        expect((await dig(served.port, `wild.${domain}`, 'A')).status).toBe('NOERROR')
        expect((await dig(served.port, `none.${domain}`, 'A')).status).toBe('NXDOMAIN')
      })

      test('when an alias replaces an address, and the reverse', async () => {
        await begin()
        const { id } = await add({ type: 'A', name: 'turn', value: '192.0.2.1' })
        await seen(`turn.${domain}`, 'A', ['192.0.2.1'])
        await send('PUT', `${path}/${id}`, {
          type: 'CNAME',
          name: 'turn',
          value: 'host.example.net',
          ttl: 300,
        })
        await seen(`turn.${domain}`, 'CNAME', ['host.example.net.'])
        const all = (await send('GET', path)) as unknown as { id: string; name: string }[]
        const alias = all.find(({ name }) => name === 'turn')
        await send('PUT', `${path}/${alias?.id}`, { type: 'A', name: 'turn', value: '192.0.2.3', ttl: 300 })
        await seen(`turn.${domain}`, 'A', ['192.0.2.3'])
      })

      test('with an import of 300 records in one change', async () => {
        await begin()
        const lines = Array.from({ length: 300 }, (_, at) => `h${at} 300 IN A 192.0.2.${at % 250}`)
        await send('POST', `${path}/import`, { zoneFile: lines.join('\n'), apply: true })
        await seen(`h299.${domain}`, 'A', ['192.0.2.49'])
        for (const at of [0, 17, 150]) await seen(`h${at}.${domain}`, 'A', [`192.0.2.${at % 250}`])
        expect((await dig(served.port, `www.${domain}`, 'A')).status).toBe('NXDOMAIN')
      })

      test('with REFUSED when the domain has been removed', async () => {
        await begin()
        const { domains } = app.store.t
        await app.store.tx((tx) => tx.delete(domains).where(eq(domains.domainName, domainName(domain))))
        await until('the end', async () => (await dig(served.port, domain, 'SOA')).status === 'REFUSED')
      })

      test('with the name servers alone for an unverified name', async () => {
        await begin()
        const name = `awaited-${driver}.example.org`
        const { id } = await send('POST', '/api/domains/connect', { name })
        path = `/api/domains/${id}/dns`
        await add({ type: 'A', name: 'www', value: '192.0.2.1' })
        await seen(name, 'NS', ['ns1.localhost.'])
        expect((await answer(`www.${name}`, 'A')).length).toBe(0)
      })
    })
  },
)
