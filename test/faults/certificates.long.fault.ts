import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { X509Certificate } from 'node:crypto'
import { connect } from 'node:tls'
import { type AcmeFront, openFront } from '#test/support/acme-front.ts'
import { freePort } from '#test/support/free-port.ts'
import { hasPebble, type Pebble, preparePebble } from '#test/support/pebble.ts'
import { until } from '#test/support/until.ts'
import { call } from './journey.ts'
import { openSharedStage, type SharedStage } from './shared-stage.ts'

/** Pebble’s answers about an order that the killed portal never receives. */
const lostAnswers = ['/order-plz', '/chalZ/', '/finalize-order/', '/certZ/']
/** The answer about the account is also lost. */
const account = '/sign-me-up'
const names = [...lostAnswers, account].map((_, at) => `taken-over-${at}.com`)
const lease = 'task:certificates'

let stage: SharedStage
let pebble: Pebble
let front: AcmeFront
const ports = [0, 1].map(() => ({ dns: freePort(), sites: freePort(), tls: freePort() }))
const [dying, surviving] = [0, 1] as const

const seatOf = (at: number) => {
  const seat = stage.seats[at]
  if (!seat) throw new Error('there is no such seat')
  return seat
}

async function register(name: string): Promise<string> {
  const { cookie, serviceIds } = stage
  const json = { name, tld: 'com', serviceId: serviceIds[0] }
  const answer = await call(`${stage.anyNode().url}/api/domains/register`, { cookie, json })
  if (answer.status !== 201) throw new Error(`the domain answered ${answer.status}: ${await answer.text()}`)
  return ((await answer.json()) as { id: string }).id
}

/**
 * Withholds one answer of each kind, each for another domain; `placed` has the domains in the order in which
 * orders for them were placed, `lost` the withheld answers.
 */
function withholdAnswers(): { placed: string[]; lost: Set<string>; end(): void } {
  const [placed, lost] = [[] as string[], new Set<string>()]
  const domainAt = new Map<string, string>()
  const keep = (answer: string) => {
    if (lost.has(answer) || isOver) return Promise.resolve()
    lost.add(answer)
    return Promise.withResolvers<void>().promise
  }
  let isOver = false
  front.answered = (path, said) => {
    if (path === account) return keep(account)
    const value = /"value": ?"([^"]+)"/.exec(said)?.[1]
    const domain = names.find((name) => value?.endsWith(name)) ?? domainAt.get(path) ?? ''
    if (path === '/order-plz') placed.push(domain)
    for (const [url] of said.matchAll(/https:[^"]+/g)) domainAt.set(new URL(url).pathname, domain)
    const own = lostAnswers[[...new Set(placed)].indexOf(domain)]
    return own !== undefined && path.startsWith(own) ? keep(own) : Promise.resolve()
  }
  return {
    placed,
    lost,
    end() {
      isOver = true
    },
  }
}

type Ssl = { status: string; problem: string | null; names: string[] }

const readSsl = async (id: string): Promise<Ssl> => {
  const answer = await call(`${stage.anyNode().url}/api/domains/${id}/ssl`, { cookie: stage.cookie })
  return (await answer.json()) as Ssl
}

/** The serial of the certificate that a seat’s gateway presents for a host; null while there is none. */
const greetedWith = (at: number, servername: string): Promise<string | null> => {
  const { promise, resolve } = Promise.withResolvers<string | null>()
  const socket = connect({
    host: '127.0.0.1',
    port: ports[at]?.tls ?? 0,
    servername,
    rejectUnauthorized: false,
  })
  socket.once('secureConnect', () => {
    const { raw } = socket.getPeerCertificate()
    resolve(raw ? new X509Certificate(raw).serialNumber : null)
    socket.destroy()
  })
  socket.once('error', () => resolve(null))
  return promise
}

/** The number of consecutive failed orders for each domain. */
const readFailures = async (): Promise<Map<string, number>> => {
  const rows = await stage.query('select domain_id, failures from certificates')
  return new Map(rows.map((row) => [String(row.domain_id), Number(row.failures)]))
}

/** Counts the failures of each domain from the first reading on; a certificate resets the column to null. */
function watchFailures(first: Map<string, number>) {
  const most = new Map(first)
  return {
    see(now: Map<string, number>) {
      for (const [id, failures] of now) most.set(id, Math.max(failures, most.get(id) ?? 0))
    },
    since: (id: string): number => (most.get(id) ?? 0) - (first.get(id) ?? 0),
  }
}

const count = async (sql: string): Promise<number> => Number((await stage.query(sql))[0]?.n)

/** Hands the orders to the seat that is about to be killed, while the other one restarts. */
async function handOrdersToVictim(): Promise<void> {
  const { server } = seatOf(surviving)
  seatOf(surviving).server = null
  await server?.stop()
  const isTaken = async () =>
    (await count(`select count(*) as n from leases where name = '${lease}' and holder <> 'nobody'`)) > 0
  await stage.query(`update leases set holder = 'nobody', expires_at = now() where name = '${lease}'`)
  await until('its lease', isTaken)
  await stage.start(seatOf(surviving))
}

describe.if(hasPebble)('an order at an ACME authority whose node is killed', () => {
  beforeAll(async () => {
    pebble = await preparePebble()
    front = openFront(pebble)
    stage = await openSharedStage({
      nodes: 2,
      services: 1,
      env: {
        ...{ ACME_DIRECTORY_URL: front.directoryUrl, ACME_CA_FILE: pebble.caFile },
        DNS_RESOLVERS: `127.0.0.1:${ports[surviving]?.dns}`,
        DNS_ANSWERS_PER_SECOND: '0',
      },
      envOf: (seat) => ({
        DNS_PORT: String(ports[seat]?.dns),
        SITES_PORT: String(ports[seat]?.sites),
        SITES_TLS_PORT: String(ports[seat]?.tls),
      }),
    })
    await stage.query(`update pricing_plans set limits = jsonb_set(limits, '{domains}', '100')`)
    await pebble.start({ dnsPort: ports[surviving]?.dns ?? 0, sitesPort: ports[surviving]?.sites ?? 0 })
  })
  afterAll(async () => {
    await stage?.close()
    await front?.stop()
    await pebble?.close()
  })

  test('is placed again by another node, after any interruption, and its certificate arrives once', async () => {
    await handOrdersToVictim()
    const domains: { id: string; name: string }[] = []
    for (const name of names) domains.push({ id: await register(name), name })
    const { placed, lost, end } = withholdAnswers()
    for (const { id } of domains) {
      const url = `${seatOf(dying).server?.url}/api/domains/${id}/ssl`
      expect((await call(url, { cookie: stage.cookie, json: { enable: true } })).status).toBe(200)
    }
    await until('all lost answers', () => lost.size === names.length)
    const { server } = seatOf(dying)
    seatOf(dying).server = null
    end()
    await server?.kill9()
    // The dead node’s last request is read before the first of these, or at the latest before the second.
    for (let asked = 0; asked < 2; asked += 1)
      await (await fetch(front.directoryUrl, { tls: { ca: pebble.ca.cert }, keepalive: false })).text()
    await until('an end of what it had asked for', () => front.underWay === 0)
    // On a slow machine the dying node may place an order again itself.
    const before = [...placed]
    expect(new Set(before).size).toBe(lostAnswers.length)

    // On such a machine the survivor’s order may also time out: then it places another one.
    const failed = watchFailures(await readFailures())
    for (const { id, name } of domains) {
      const ssl = await until(`a certificate of ${name}`, async () => {
        failed.see(await readFailures())
        const read = await readSsl(id)
        return read.status === 'issued' && read
      })
      expect(ssl).toMatchObject({ problem: null, names: [name, `www.${name}`, `api.${name}`] })
    }
    const byOther = Object.groupBy(placed.slice(before.length), (name) => name)
    for (const { id, name } of domains) {
      const orders = byOther[name]?.length ?? 0
      expect([name, orders >= 1, orders <= 1 + failed.since(id)]).toEqual([name, true, true])
    }
    const all = [...placed]
    expect(await count(`select count(*) as n from audit_log where action = 'domain.ssl.issue'`)).toBe(
      domains.length,
    )
    expect(await count('select count(*) as n from acme_accounts')).toBe(1)
    await until(
      'an end of the challenges',
      async () => (await count('select count(*) as n from acme_challenges')) === 0,
    )

    await stage.start(seatOf(dying))
    for (const { id, name } of domains) {
      const [row] = await stage.query(`select serial from certificates where domain_id = '${id}'`)
      for (const at of [dying, surviving])
        await until(
          `${name} at ${at}`,
          async () => (await greetedWith(at, name))?.toLowerCase() === row?.serial,
        )
    }
    expect(placed).toEqual(all)
    expect(await stage.doctor()).toEqual([])
  })
})
