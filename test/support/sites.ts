import { join } from 'node:path'
import { type Gateway, startGateway } from '#features/hosting/gateway/gateway.ts'
import { type GatewayLimits, gatewayLimits } from '#features/hosting/gateway/limits.ts'
import { gatewaySettings } from '#features/hosting/gateway/process/settings.ts'
import { createSiteCache } from '#features/hosting/gateway/sites/site-cache.ts'
import { followSites } from '#features/hosting/gateway/sites/sites.ts'
import { createIssuedCertificates } from '#features/hosting/gateway/tls/issued-certificates.ts'
import { isAmong, portalHosts } from '#features/names/portal-domain.ts'
import type { Env } from '#server/settings.ts'
import { activateService, createTestApp, type TestApp } from './app.ts'

type Fetch = (request: Request) => Response | Promise<Response>

/** A web server on a unix socket, in place of a service's own. */
export function startUpstream(
  app: TestApp,
  fetch: Fetch,
  socketPath = join(app.dataDir, `${Bun.randomUUIDv7().slice(-8)}.sock`),
) {
  const server = Bun.serve({ unix: socketPath, fetch })
  return { socketPath, stop: () => server.stop(true) }
}

type TestSite = { userId: string; cookie: string; id: string; base: string }

export type TestGateway = Gateway & {
  port: number
  /** An active service of an owner, served by the given socket. */
  addSite(socketPath: string | null, domain?: string): Promise<TestSite>
  processes: Map<string, string | null>
}

/** The gateway of a test portal, in this process and on free ports of loopback. */
export async function startTestGateway(
  app: TestApp,
  env: Partial<Env> = {},
  limits: Partial<GatewayLimits> = {},
): Promise<TestGateway> {
  const processes = new Map<string, string | null>()
  const { deps } = app
  const cache = createSiteCache({
    ask(keys, question) {
      void sites.find(keys, (found) => cache.settle(question, found))
      return true
    },
  })
  const sites = followSites(deps, cache.forget)
  const issued = createIssuedCertificates()
  const certificates = deps.siteCertificates.follow(issued.take)
  certificates.restart()
  const gateway = await startGateway(
    gatewaySettings({ ...deps.env, SITES_PORT: 'auto', SITES_TLS_PORT: 0, ...env }),
    {
      sites: cache,
      async findProcess(serviceId) {
        const socketPath = deps.ownSites.find(serviceId)?.socketPath ?? processes.get(serviceId)
        return socketPath ? { socketPath } : null
      },
      forgetProcess() {},
      count: (site, bytes) => deps.traffic.add(site, bytes),
      challenge: (token) => deps.challenges.of(token),
      isPortalName: (host) => isAmong(portalHosts(deps.origin(), { ...deps.env, ...env }), host),
      issued,
      log: deps.log,
      now: deps.now,
    },
    { ...gatewayLimits, ...limits },
  )
  return {
    ...gateway,
    async stop(isForced) {
      sites.close()
      await certificates.close()
      await gateway.stop(isForced)
    },
    port: Number(new URL(gateway.url).port),
    processes,
    async addSite(socketPath, domain) {
      const owner = await app.addCustomer()
      const { serviceId } = await activateService(app, owner.cookie, domain ? { domain } : {})
      processes.set(serviceId, socketPath)
      const { id: userId, cookie } = owner
      return { userId, cookie, id: serviceId, base: `${gateway.url}/sites/${serviceId}` }
    },
  }
}

/** A portal with its gateway, and web servers in place of the services' own. */
export async function createGatewayApp(env: Partial<Env> = {}, limits: Partial<GatewayLimits> = {}) {
  const app = await createTestApp()
  const gateway = await startTestGateway(app, env, limits)
  const upstreams: { stop(): Promise<void> }[] = []
  return {
    app,
    gateway,
    /** The socket path of a web server that lasts as long as the test. */
    serve(fetch: Fetch, at?: string): string {
      const upstream = startUpstream(app, fetch, at)
      upstreams.push(upstream)
      return upstream.socketPath
    },
    async close() {
      await gateway.stop(true)
      await Promise.all(upstreams.map((upstream) => upstream.stop()))
      await app.close()
    },
  }
}

export type GatewayApp = Awaited<ReturnType<typeof createGatewayApp>>

export const knownBytes = (length: number) => Buffer.alloc(length, 'bytes of a known file ')
