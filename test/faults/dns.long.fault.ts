import { afterAll, beforeAll, expect, test } from 'bun:test'
import { promises } from 'node:dns'
import { dig } from '#test/support/dns.ts'
import type { RunningServer } from '#test/support/server.ts'
import { until } from '#test/support/until.ts'
import { call } from './journey.ts'
import { openSharedStage, type SharedStage } from './shared-stage.ts'

const kills = 3
const name = 'fault-zone.com'

let stage: SharedStage
let domainId: string

beforeAll(async () => {
  stage = await openSharedStage({ nodes: 2, services: 1, env: { DNS_PORT: 'auto' } })
  const { cookie, serviceIds } = stage
  const { url } = stage.anyNode()
  // The plan has one domain: the one ordered with the service.
  const [ordered] = (await (await call(`${url}/api/domains`, { cookie })).json()) as { id: string }[]
  await fetch(`${url}/api/domains/${ordered?.id}`, { method: 'DELETE', headers: { cookie } })
  const json = { name, tld: 'com', serviceId: serviceIds[0] }
  const answer = await call(`${url}/api/domains/register`, { cookie, json })
  expect(answer.status).toBe(201)
  domainId = ((await answer.json()) as { id: string }).id
})
afterAll(() => stage.close())

/** The port that a node’s log gives for its name server. */
function dnsPortOf({ log }: RunningServer): number {
  const line = log.find((each) => each.includes('"name server listening"'))
  if (!line) throw new Error('the node serves no zones')
  return (JSON.parse(line) as { port: number }).port
}

/** A node’s answer for a label’s address; null while there is none. */
async function addressOf(server: RunningServer, label: string): Promise<string | null> {
  const resolver = new promises.Resolver({ timeout: 500, tries: 1 })
  resolver.setServers([`127.0.0.1:${dnsPortOf(server)}`])
  const [address = null] = await resolver.resolve4(`${label}.${name}`).catch(() => [])
  return address
}

const isAnswered = (server: RunningServer, label: string, address: string) =>
  until(`${label} on ${server.url}`, async () => (await addressOf(server, label)) === address)

async function addAddress({ url }: RunningServer, label: string, value: string): Promise<void> {
  const json = { type: 'A', name: label, value }
  const answer = await call(`${url}/api/domains/${domainId}/dns`, { cookie: stage.cookie, json })
  expect(answer.status).toBe(201)
}

const running = (): RunningServer[] => stage.seats.flatMap(({ server }) => server ?? [])

test('both nodes answer a record that either of them accepted', async () => {
  for (const [number, server] of running().entries()) {
    const [label, address] = [`taken-${number}`, `192.0.2.${number + 1}`]
    await addAddress(server, label, address)
    for (const each of running()) await isAnswered(each, label, address)
  }
})

test('both nodes answer a change of a signed zone that either of them accepted, with its signature', async () => {
  const put = (enable: boolean, { url }: RunningServer) =>
    fetch(`${url}/api/domains/${domainId}/dnssec`, {
      method: 'PUT',
      headers: { cookie: stage.cookie, 'content-type': 'application/json' },
      body: JSON.stringify({ enable, force: true }),
    })
  expect((await put(true, stage.anyNode())).status).toBe(200)
  for (const [number, server] of running().entries()) {
    const [label, address] = [`signed-${number}`, `192.0.2.${50 + number}`]
    await addAddress(server, label, address)
    for (const each of running())
      await until(`${label} signed on ${each.url}`, async () => {
        const { answer } = await dig(dnsPortOf(each), '+dnssec', `${label}.${name}`, 'A')
        return (
          answer.some((line) => line.endsWith(address)) && answer.some((line) => line.includes('RRSIG A 13'))
        )
      })
  }
  expect((await put(false, stage.anyNode())).status).toBe(200)
})

test('the gateways of both nodes follow a redirect that either of them accepted', async () => {
  const locationAt = async ({ sitesUrl }: RunningServer) => {
    const answer = await fetch(`${sitesUrl}/a?b`, { redirect: 'manual', headers: { host: name } })
    return answer.headers.get('location')?.replace(/^https?:/, '') ?? null
  }
  const wanted = ['to-www', 'as-typed', 'to-www']
  for (const [number, www] of wanted.entries()) {
    const { url } = running()[number % 2] ?? stage.anyNode()
    const headers = { cookie: stage.cookie, 'content-type': 'application/json' }
    const body = JSON.stringify({ www })
    const answer = await fetch(`${url}/api/domains/${domainId}/serving`, { method: 'PUT', headers, body })
    expect(answer.status).toBe(200)
    const goal = www === 'to-www' ? `//www.${name}/a?b` : null
    for (const each of running())
      await until(`${www} at ${each.sitesUrl}`, async () => (await locationAt(each)) === goal)
  }
})

test('a node that starts answers a change whose node was killed between its commit and its publishing', async () => {
  const [seat] = stage.seats
  if (!seat?.server) throw new Error('the node is not running')
  await addAddress(seat.server, 'unpublished', '192.0.2.60')
  for (const each of running()) await isAnswered(each, 'unpublished', '192.0.2.60')
  const { server } = seat
  seat.server = null
  await server.kill9()
  // Such a node leaves the rows behind, unpublished.
  await stage.query(`with changed as (
      update dns_records set value = '192.0.2.61' where domain_id = '${domainId}' and name = 'unpublished' returning id
    ) update domains set zone_serial = zone_serial + (select count(*) from changed) where id = '${domainId}'`)
  await isAnswered(await stage.start(seat), 'unpublished', '192.0.2.61')
  for (const each of running()) await isAnswered(each, 'unpublished', '192.0.2.61')
})

test('a record whose node is killed right after acknowledging it is answered by the other node, and by its own once it is back', async () => {
  for (let done = 0; done < kills; done += 1) {
    const seat = stage.seats[done % stage.seats.length]
    if (!seat?.server) throw new Error('the node is not running')
    const [label, address] = [`killed-${done}`, `192.0.2.${100 + done}`]
    await addAddress(seat.server, label, address)
    const { server } = seat
    seat.server = null
    await server.kill9()
    for (const each of running()) await isAnswered(each, label, address)
    await isAnswered(await stage.start(seat), label, address)
  }
  expect(await stage.doctor()).toEqual([])
})
