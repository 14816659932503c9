import { X509Certificate } from 'node:crypto'
import { promises } from 'node:dns'
import { eq } from 'drizzle-orm'
import { readEnv } from '#env'
import { createAccount } from '#features/certificates/drivers/acme/account.ts'
import { createTransport } from '#features/certificates/drivers/acme/transport.ts'
import { certificates } from '#features/certificates/feature.ts'
import { createAccountStore } from '#features/certificates/service/account.ts'
import { dns } from '#features/dns/feature.ts'
import { openGateway } from '#features/hosting/gateway/process/open-gateway.ts'
import { findGatewayProgram } from '#features/hosting/programs/find-program.ts'
import { createRecursiveResolver } from '#features/resolver/drivers/recursive-resolver.ts'
import type { Deps } from '#server/context.ts'
import { loneNode } from '#server/nodes/node.ts'
import { openFront } from './acme-front.ts'
import { insertActiveService } from './active-service.ts'
import { createTestApp, type TestApp } from './app.ts'
import { makeTestFolder } from './folders.ts'
import { preparePebble } from './pebble.ts'
import { until } from './until.ts'

/** A portal that orders certificates from `directoryUrl`, with a name server and a gateway on ports of loopback. */
async function openPortal(
  { directoryUrl, caFile }: { directoryUrl: string; caFile: string },
  { settings = {}, ...overrides }: Partial<Deps> & { settings?: Record<string, string> } = {},
) {
  const env = readEnv({
    DATA_DIR: makeTestFolder(),
    ...{ READS_PER_MINUTE: '0', WRITES_PER_MINUTE: '0' },
    // With a stopped clock every request falls within one second.
    DNS_ANSWERS_PER_SECOND: '0',
    ...{
      DNS_PORT: 'auto',
      SITES_PORT: 'auto',
      SITES_TLS_PORT: 'auto',
      MAIL_SMTP_PORT: '0',
      MAIL_SUBMISSION_PORT: '0',
    },
    ...{ ACME_DIRECTORY_URL: directoryUrl, ACME_CA_FILE: caFile },
    ...settings,
  })
  const app = await createTestApp({ env: { ...env, NODE_ENV: 'test' }, ...overrides })
  const { deps } = app
  const running = [await dns.serve(deps), await certificates.serve(deps)]
  const gateway = await openGateway(deps, {
    program: () => findGatewayProgram(deps.env.RUN_DIR),
    findProcess: async () => null,
  })
  await until('the zones', () => deps.dns.polledAt())
  deps.resolver = createRecursiveResolver([`127.0.0.1:${deps.dns.port}`])
  return {
    ...app,
    world: { dnsPort: deps.dns.port ?? 0, sitesPort: Number(new URL(gateway?.url ?? '').port) },
    tlsUrl: gateway?.tlsUrl ?? '',
    async close() {
      await gateway?.stop(0)
      for (const each of running) await each.stop?.()
      await app.close()
    },
  }
}

/** Calls on behalf of a customer with an active service. */
async function addOwner(app: TestApp, dnsPort: number) {
  const { cookie, id: userId } = await app.addCustomer()
  await insertActiveService(app, userId, 'Premium')
  const send = (method: string, path: string, json?: unknown) =>
    app.request(path, { method, cookie, ...(json === undefined ? {} : { json }) })
  /** The name server serves the zone as stored. */
  const isServed = (id: string) =>
    until('the zone', async () => {
      const { domains } = app.store.t
      const [domain] = await app.store.read.select().from(domains).where(eq(domains.id, id))
      // A resolver that is asked again answers from its cache.
      const resolver = new promises.Resolver()
      resolver.setServers([`127.0.0.1:${dnsPort}`])
      const soa = await resolver.resolveSoa(domain?.domainName ?? '').catch(() => null)
      return soa?.serial === domain?.zoneSerial
    })
  const read = async (id: string) =>
    (await send('GET', `/api/domains/${id}/ssl`)).body as Record<string, unknown> & { names: string[] }
  return {
    userId,
    send,
    read,
    /** A domain of this name, whose zone points to the gateway. */
    async register(name: string): Promise<string> {
      const { body } = await send('POST', '/api/domains/register', { name, tld: name.split('.').at(-1) })
      const { id } = body as { id: string }
      await isServed(id)
      return id
    },
    setSsl: (id: string, enable = true) => send('POST', `/api/domains/${id}/ssl`, { enable }),
    /** Adds a record to a zone, or changes the one with the given id. */
    async putRecord(id: string, record: object, recordId: string | null = null) {
      const path = `/api/domains/${id}/dns`
      const reply = await (recordId === null
        ? send('POST', path, record)
        : send('PUT', `${path}/${recordId}`, record))
      if (reply.status >= 300) throw new Error(`the record answered ${reply.status}: ${reply.text}`)
      await isServed(id)
    },
  }
}

/** A portal whose CA is Pebble behind a front, and a customer. */
export async function createAcmeHome({
  settings = {},
  refusedNonces = 0,
}: {
  settings?: Record<string, string>
  refusedNonces?: number
} = {}) {
  const pebble = await preparePebble()
  const front = openFront(pebble)
  const place = { directoryUrl: front.directoryUrl, caFile: pebble.caFile }
  const portal = await openPortal(place, { settings })
  const start = () => pebble.start({ ...portal.world, refusedNonces })
  await start()
  return {
    pebble,
    front,
    portal,
    start,
    owner: await addOwner(portal, portal.world.dnsPort),
    /** Another node beside the first; Pebble connects only to the first. */
    openNode: () =>
      openPortal(place, { settings, store: portal.store, node: { ...loneNode, isShared: true } }),
    rowOf: async (id: string) => {
      const { certificates: c } = portal.store.t
      return (await portal.store.read.select().from(c).where(eq(c.domainId, id)))[0]
    },
    /** Revokes a certificate with the account it was issued to: RFC 8555 section 7.6. */
    async revoke(chain: string) {
      const { ACME_CA_FILE: ca = null, ACME_DIRECTORY_URL: directoryUrl = '' } = portal.deps.env
      const transport = createTransport({ directoryUrl, ca, version: 'test' })
      const account = createAccount(transport, createAccountStore(portal.deps, directoryUrl), null)
      const certificate = new X509Certificate(chain).raw.toString('base64url')
      const url = `${new URL(directoryUrl).origin}/revoke-cert`
      await account.post(url, { certificate }, AbortSignal.timeout(20_000))
    },
    /** The number of pending challenges. */
    countProofs: () => portal.store.read.$count(portal.store.t.acmeChallenges),
    async close() {
      await portal.close()
      await front.stop()
      await pebble.close()
    },
  }
}

export type AcmeHome = Awaited<ReturnType<typeof createAcmeHome>>
