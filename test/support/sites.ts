import { join } from 'node:path'
import { type Gateway, type GatewayDeps, startGateway } from '#features/servers/gateway/gateway.ts'
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

export type TestGateway = Gateway & {
  port: number
  /** The service of an owner, active, answered for by the given socket. */
  addSite(socketPath: string | null, domain?: string): Promise<{ userId: string; id: string; base: string }>
  processes: Map<string, string | null>
}

/** The gateway over the portal of a test, on free ports of loopback. */
export async function startTestGateway(
  app: TestApp,
  env: Partial<GatewayDeps['env']> = {},
): Promise<TestGateway> {
  const processes = new Map<string, string | null>()
  const gateway = await startGateway({
    ...app.deps,
    env: { ...app.deps.env, SITES_PORT: 'auto', ...env },
    servers: {
      processOf(serviceId) {
        const socketPath = processes.get(serviceId)
        return socketPath ? { socketPath } : null
      },
    },
  })
  if (!gateway) throw new Error('the gateway is off')
  return {
    ...gateway,
    port: Number(new URL(gateway.url).port),
    processes,
    async addSite(socketPath, domain) {
      const owner = await app.addCustomer()
      const { serviceId } = await activateService(app, owner.cookie, domain ? { domain } : {})
      processes.set(serviceId, socketPath)
      return { userId: owner.id, id: serviceId, base: `${gateway.url}/sites/${serviceId}` }
    },
  }
}

/** A portal with its gateway, and web servers in place of the services' own. */
export async function createGatewayApp(env: Partial<GatewayDeps['env']> = {}) {
  const app = await createTestApp()
  const gateway = await startTestGateway(app, env)
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

/** What comes back over a connection of its own for bytes that no client would send; until it is closed or silent. */
export async function sendRaw(port: number, text: string, silenceMs = 1_500): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>()
  let received = ''
  let timer: Timer
  const end = () => resolve(received)
  const socket = await Bun.connect({
    hostname: '127.0.0.1',
    port,
    socket: {
      data(_socket, chunk) {
        received += chunk.toString('latin1')
        clearTimeout(timer)
        timer = setTimeout(end, 100)
      },
      close: end,
      error: end,
    },
  })
  timer = setTimeout(end, silenceMs)
  socket.write(text)
  return promise.finally(() => {
    clearTimeout(timer)
    socket.end()
  })
}
