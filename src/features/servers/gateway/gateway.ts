import { type Agent, createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Server as TcpServer } from 'node:net'
import { join } from 'node:path'
import { createServer as createTlsServer, type TLSSocket } from 'node:tls'
import type { Deps } from '#server/context.ts'
import { type Certificates, openCertificates } from './certificates.ts'
import { createAgent, forward } from './forward.ts'
import { type Sender, visitorProtocol } from './headers.ts'
import { httpsOriginOf, type Ports } from './https-origin.ts'
import { answerPage } from './pages.ts'
import { findRoute, type Route, readHost } from './route.ts'
import { openSites, type Sites } from './sites.ts'

export type GatewayDeps = Pick<
  Deps,
  'env' | 'store' | 'events' | 'log' | 'now' | 'traffic' | 'challenges' | 'origin'
> & {
  /** The web server of a service as it runs now; null while there is none. */
  servers: { processOf(serviceId: string): { socketPath: string } | null }
}

/** The gateway to customers' sites while it listens. */
export type Gateway = {
  /** Its origin, without a slash. */
  url: string
  /** The same over TLS; null without SITES_TLS_PORT. */
  tlsUrl: string | null
  certificates: Certificates | null
  isIdle(): boolean
  /** No new connections from now on; `isForced` ends those that are open. */
  stop(isForced: boolean): Promise<void>
}

type Inside = GatewayDeps & {
  sites: Sites
  agent: Agent
  certificates: Certificates | null
  /** Null until both listen, and without TLS. */
  ports: Ports | null
}

const fieldsNamed = (rawHeaders: string[], name: string): string[] =>
  rawHeaders.filter((_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === name)

// Anything but chunked could be read two ways (RFC 9112 section 6.1).
const isFramedPlainly = ({ headers }: IncomingMessage): boolean =>
  /^(chunked)?$/i.test(headers['transfer-encoding'] ?? '')

function senderOf({ env }: Inside, req: IncomingMessage): Omit<Sender, 'host'> {
  const peer = req.socket.remoteAddress ?? ''
  const isEncrypted = 'encrypted' in req.socket && req.socket.encrypted === true
  return { peer, isTrusted: env.TRUSTED_PROXIES.includes(peer), protocol: isEncrypted ? 'https' : 'http' }
}

/** See `SiteMap`: a host whose certificate is valid is visited over TLS. */
function httpsOrigin(inside: Inside, req: IncomingMessage, host: string): string | null {
  const { certificates, ports } = inside
  if (!ports || !certificates?.isValid(host, inside.now())) return null
  if (visitorProtocol(req.headers, senderOf(inside, req)) !== 'http') return null
  return httpsOriginOf(host, req.headers.host ?? '', ports)
}

function routeOf(inside: Inside, req: IncomingMessage): Route {
  if (!isFramedPlainly(req)) return { kind: 'refused', status: 400 }
  const asked = {
    method: req.method ?? '',
    url: req.url ?? '',
    hosts: fieldsNamed(req.rawHeaders, 'host'),
    isServiceWorker: req.headers['service-worker'] !== undefined,
  }
  return findRoute(asked, {
    sites: inside.sites,
    challenge: (token) => inside.challenges.of(token),
    httpsOrigin: (host) => httpsOrigin(inside, req, host),
    portalHost: () => new URL(inside.origin()).hostname,
  })
}

function enterSite(
  inside: Inside,
  req: IncomingMessage,
  res: ServerResponse,
  route: Extract<Route, { kind: 'site' }>,
) {
  const { status, serviceId } = route.site
  if (status === 'suspended') return answerPage(res, req.method ?? '', 503)
  const process = status === 'stopped' ? null : inside.servers.processOf(serviceId)
  if (!process) return answerPage(res, req.method ?? '', 502)
  const sender = { ...senderOf(inside, req), host: req.headers.host ?? route.host }
  const { agent, traffic } = inside
  forward({ req, res, route, sender, socketPath: process.socketPath, agent, traffic })
}

function answerHere(
  req: IncomingMessage,
  res: ServerResponse,
  route: Exclude<Route, { kind: 'site' }>,
): void {
  // What a refused request still sends is not waited for.
  if (req.headers['content-length'] !== undefined || req.headers['transfer-encoding'] !== undefined)
    res.setHeader('connection', 'close')
  if (route.kind === 'refused') {
    answerPage(res, req.method ?? '', route.status)
  } else if (route.kind === 'redirect') {
    res.writeHead(308, { location: route.location, 'content-length': 0, 'cache-control': 'no-store' })
    res.end()
  } else {
    res.writeHead(200, { 'content-type': 'text/plain', 'cache-control': 'no-store' })
    res.end(route.text)
  }
}

const listeningPort = (server: TcpServer): number => {
  const address = server.address()
  return typeof address === 'object' && address ? address.port : 0
}

/** @throws Error with one line when the port cannot be had */
async function listen(server: TcpServer, setting: 'SITES_PORT' | 'SITES_TLS_PORT', env: Deps['env']) {
  const port = env[setting]
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  server.once('error', (error: NodeJS.ErrnoException) => {
    const isTaken = error.code === 'EADDRINUSE'
    reject(
      isTaken
        ? new Error(
            `port ${port} on ${env.HOST} is taken; set ${setting} to another one, to auto, or to 0 (off)`,
          )
        : error,
    )
  })
  server.listen(port === 'auto' ? 0 : port, env.HOST, resolve)
  await promise
  return listeningPort(server)
}

function createTls(certificates: Certificates, plain: Server, open: Set<TLSSocket>): TcpServer {
  const server = createTlsServer(
    {
      ALPNProtocols: ['http/1.1'],
      // A host without a certificate gets none of another's: the handshake fails.
      SNICallback: (name, give) => give(null, certificates.of(readHost(name) ?? '')),
    },
    (socket) => {
      open.add(socket)
      socket.once('close', () => open.delete(socket))
      plain.emit('connection', socket)
    },
  )
  server.on('tlsClientError', (_error, socket) => socket.destroy())
  return server
}

const originOf = (scheme: string, host: string, port: number) =>
  `${scheme}://${host.includes(':') ? `[${host}]` : host}:${port}`

/**
 * Listens on SITES_PORT, and on SITES_TLS_PORT where that is set; null when SITES_PORT is 0.
 * @throws Error with one line when a port cannot be had
 */
export async function startGateway(deps: GatewayDeps): Promise<Gateway | null> {
  const { env, log } = deps
  if (env.SITES_PORT === 0) return null
  const certificates =
    env.SITES_TLS_PORT === 0 ? null : await openCertificates(join(env.DATA_DIR, 'certificates'), log)
  const sites = await openSites(deps)
  const inside: Inside = { ...deps, sites, agent: createAgent(), certificates, ports: null }
  let inFlight = 0
  const plain = createServer((req, res) => {
    inFlight += 1
    res.once('close', () => {
      inFlight -= 1
    })
    const route = routeOf(inside, req)
    if (route.kind === 'site') enterSite(inside, req, res, route)
    else answerHere(req, res, route)
  })
  const tlsSockets = new Set<TLSSocket>()
  const tls = certificates && createTls(certificates, plain, tlsSockets)
  const stop = async (isForced: boolean) => {
    inside.sites.close()
    certificates?.close()
    plain.close()
    tls?.close()
    if (!isForced) return plain.closeIdleConnections()
    plain.closeAllConnections()
    for (const socket of tlsSockets) socket.destroy()
    inside.agent.destroy()
  }
  try {
    const plainPort = await listen(plain, 'SITES_PORT', env)
    const tlsPort = tls && (await listen(tls, 'SITES_TLS_PORT', env))
    inside.ports = tlsPort === null ? null : { plain: plainPort, tls: tlsPort }
    const url = originOf('http', env.HOST, plainPort)
    const tlsUrl = tlsPort === null ? null : originOf('https', env.HOST, tlsPort)
    return { url, tlsUrl, certificates, isIdle: () => inFlight === 0, stop }
  } catch (error) {
    await stop(true)
    throw error
  }
}
