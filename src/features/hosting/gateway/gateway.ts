import type { Server, Socket } from 'node:net'
import { createServer } from 'node:tls'
import type { Socket as LineSocket, TCPSocketListener } from 'bun'
import type { Counts } from '#features/monitoring/contract/counts.ts'
import type { Logger } from '#server/log.ts'
import { Line, lineHandlers } from '#server/system/line.ts'
import { listenAt } from '#server/system/listen-at.ts'
import { limiterKey } from '#shared/address.ts'
import { fieldValue, fieldValues } from '#shared/http/fields.ts'
import { readHost } from '#shared/names/host-names.ts'
import { type AdmissionMetrics, createAdmission } from './admission.ts'
import type { ServerAddress } from './exchange/exchange-sides.ts'
import { visitorProtocol } from './exchange/headers.ts'
import { createPool } from './exchange/upstream.ts'
import { createHeldMemory } from './held-memory.ts'
import type { RequestHead } from './http/head.ts'
import { type GatewayLimits, gatewayLimits } from './limits.ts'
import { writeAnswer } from './own-answer.ts'
import { writePage } from './pages.ts'
import { findRoute, type Route } from './sites/route.ts'
import type { Site, Sites } from './sites/site-cache.ts'
import { type Certificates, openCertificates } from './tls/certificates.ts'
import { httpsOriginOf, type Ports, peerOriginOf } from './tls/https-origin.ts'
import type { IssuedCertificates } from './tls/issued-certificates.ts'
import { Visitor, type VisitorLine } from './visitor.ts'
import type { VisitorWorld } from './visitor-world.ts'

/** Ports, addresses and trusted proxies; fixed for the life of the gateway. */
export type GatewaySettings = {
  host: string
  /** `auto`: any free port. */
  port: number | 'auto'
  /** 0: no TLS. */
  tlsPort: number | 'auto'
  /** Whether to continue without TLS when the port is in use, instead of failing. */
  mayLackTls: boolean
  trustedProxies: string[]
  certificatesFolder: string
  /** Whether temporary sites are served. */
  hasTrials: boolean
}

/** The gateway's dependencies on the portal. */
export type GatewayDeps = {
  sites: Sites
  /** The web server of a service, started if necessary; null when there is none. */
  findProcess(serviceId: string): ServerAddress | Promise<ServerAddress>
  /** Nothing listens at the result of `findProcess`. */
  forgetProcess(serviceId: string): void
  /** Adds to the counts of a site. */
  count(site: Site, counts: Partial<Counts>): void
  /** The answer to a pending ACME challenge. */
  challenge(token: string): string | undefined
  isPortalName(host: string): boolean
  /** Certificates from the store. */
  issued: Pick<IssuedCertificates, 'find'> & Partial<Pick<IssuedCertificates, 'known'>>
  log: Pick<Logger, 'warn'>
  now: () => Date
}

/** The gateway to customers' sites while it listens. */
export type Gateway = {
  /** Its origin, without a slash. */
  url: string
  /** The origin over TLS; null without a TLS port. */
  tlsUrl: string | null
  certificates: Certificates | null
  metrics(): AdmissionMetrics & { heldBytes: number }
  isIdle(): boolean
  /** Stops accepting connections; open ones may send one more request. */
  retire(): void
  /** Stops accepting connections; `isForced` closes open ones. */
  stop(isForced: boolean): Promise<void>
}

/** Listens on a port that it may share with a successor; throws the system's error. */
type Opener = (at: { hostname: string; port: number; reusePort: true }) => number | Promise<number>

/** @throws Error with one line when it cannot listen */
function listen(
  open: Opener,
  setting: 'SITES_PORT' | 'SITES_TLS_PORT',
  at: { host: string; port: number | 'auto'; shared: readonly number[] },
): Promise<number> {
  const { host: hostname, port, shared } = at
  return listenAt({ host: hostname, port, setting, orElse: 'to auto, or to 0 (off)' }, () => {
    // A shareable port could also be shared with an unrelated process, so it must be free first.
    if (port !== 'auto' && !shared.includes(port))
      Bun.listen({ hostname, port, socket: { data() {} } }).stop(true)
    return open({ hostname, port: port === 'auto' ? 0 : port, reusePort: true })
  })
}

/** Opens a listener for TLS. */
async function openTls(server: Server, { hostname: host, ...at }: Parameters<Opener>[0]): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  server.once('error', reject)
  server.listen({ ...at, host }, resolve)
  await promise
  server.off('error', reject)
  const address = server.address()
  return typeof address === 'object' && address ? address.port : 0
}

const originOf = (scheme: string, host: string, port: number) =>
  `${scheme}://${host.includes(':') ? `[${host}]` : host}:${port}`

type Inside = GatewayDeps & {
  hasTrials: boolean
  certificates: Certificates | null
  /** Null until both listen, and without TLS. */
  ports: Ports | null
}

/** Routes a request; see `SiteMap`: a host whose certificate is valid is visited over TLS. */
function routeOf(inside: Inside, head: RequestHead, sender: Parameters<VisitorWorld['findRoute']>[1]): Route {
  const { method, target: url, fields } = head
  const hosts = fieldValues(fields, 'host')
  const isServiceWorker = fields.some(([name]) => name === 'service-worker')
  const isForWindow = fieldValue(fields, 'sec-fetch-dest') === 'document'
  const [authority = ''] = hosts
  const protocol = visitorProtocol(fields, sender)
  const { certificates, ports } = inside
  const isCertified = (host: string) => certificates?.isValid(host, inside.now()) === true
  return findRoute(
    { method, url, hosts, isServiceWorker, isForWindow },
    {
      sites: inside.sites,
      challenge: inside.challenge,
      isPortalName: inside.isPortalName,
      hasTrials: inside.hasTrials,
      protocol,
      httpsOrigin: (host) =>
        ports && protocol === 'http' && isCertified(host) ? httpsOriginOf(host, authority, ports) : null,
      // A proxy that terminates TLS has its own certificates.
      peerOrigin: (host) =>
        protocol !== 'https' || sender.isTrusted || isCertified(host)
          ? peerOriginOf(host, authority, protocol)
          : null,
    },
  )
}

/** Admits connections within the limits, and supervises open ones. */
function createListeners(settings: GatewaySettings, inside: Inside, limits: GatewayLimits) {
  const admission = createAdmission(limits)
  const visitors = new Set<Visitor>()
  const lines = new Set<VisitorLine>()
  const pool = createPool()
  const held = createHeldMemory(limits.heldBytes, () => {
    admission.metrics.refused.memory += 1
  })
  let isDraining = false
  const world: VisitorWorld = {
    admission,
    held,
    pool,
    limits,
    trustedProxies: settings.trustedProxies,
    now: inside.now,
    findProcess: inside.findProcess,
    forgetProcess: inside.forgetProcess,
    count: (site, counts) => site.isUncounted || inside.count(site, counts),
    findRoute: (head, sender) => routeOf(inside, head, sender),
    sites: inside.sites,
    get isDraining() {
      return isDraining
    },
  }
  /** Counts the connection until the result is called; null: refused. */
  const admit = (line: VisitorLine, turnAway: (page: 429 | 'busy') => void): (() => void) | null => {
    const peer = line.remoteAddress ?? ''
    const address = settings.trustedProxies.includes(peer) ? null : limiterKey(peer)
    const refusal = admission.connect(address)
    if (refusal !== null) {
      turnAway(refusal === 'address' ? 429 : 'busy')
      return null
    }
    lines.add(line)
    return () => {
      lines.delete(line)
      admission.disconnect(address)
    }
  }
  const welcome = (line: VisitorLine, protocol: 'http' | 'https', release?: () => void) => {
    const visitor = new Visitor(world, line, protocol, () => {
      visitors.delete(visitor)
      release?.()
    })
    visitors.add(visitor)
    return visitor
  }
  const take = (line: Line) => {
    const release = admit(line, (page) => {
      line.write(writeAnswer(writePage(page), { method: 'GET', now: inside.now(), isLast: true }))
      line.end()
      setTimeout(() => line.destroy(), limits.lingerMs).unref()
    })
    if (release) line.user = welcome(line, 'http', release)
  }
  const timer = setInterval(() => {
    const now = performance.now()
    for (const visitor of visitors) visitor.look(now)
    pool.look(now)
  }, limits.checkMs)
  return {
    metrics: () => ({ ...admission.metrics, heldBytes: held.bytes }),
    isIdle: () => [...visitors].every((visitor) => visitor.isIdle),
    plain: {
      ...lineHandlers,
      open(socket: LineSocket<Line>) {
        const line = new Line()
        socket.data = line
        line.opened(socket)
        take(line)
      },
    },
    /** Before the handshake no answer can be sent. */
    tls(socket: Socket) {
      const release = admit(socket, () => void socket.destroy())
      if (release) socket.once('close', release)
    },
    secured(socket: Socket) {
      socket.setNoDelay(true)
      const visitor = welcome(socket, 'https')
      socket.on('data', (bytes: Buffer) => visitor.received(bytes))
      socket.on('drain', () => visitor.drained())
      // Its `close` event follows.
      socket.on('error', () => {})
      socket.on('close', () => visitor.closed())
    },
    retire() {
      isDraining = true
    },
    drain() {
      for (const visitor of visitors) visitor.drain()
    },
    close() {
      clearInterval(timer)
      for (const line of lines) line.destroy()
      pool.close()
    },
  }
}

type Listeners = ReturnType<typeof createListeners>

const handshakeMs = 10_000

function createTls(certificates: Certificates, listeners: Listeners, known: Promise<void>): Server {
  const server = createServer(
    {
      ALPNProtocols: ['http/1.1'],
      handshakeTimeout: handshakeMs,
      // A host without a certificate gets no other host's: the handshake fails.
      SNICallback(name, give) {
        const find = () => certificates.find(readHost(name) ?? '')?.context
        const context = find()
        if (context) give(null, context)
        // A successor that shares the ports may get connections before it knows them.
        else void known.then(() => give(null, find()))
      },
    },
    listeners.secured,
  )
  server.on('connection', listeners.tls)
  server.on('tlsClientError', (_error, socket) => socket.destroy())
  return server
}

/**
 * Listens for visitors of customers' sites, on a second port over TLS if configured.
 * @throws Error with one line when a port is not available
 */
export async function startGateway(
  settings: GatewaySettings & { shared?: readonly number[] },
  deps: GatewayDeps,
  limits: GatewayLimits = gatewayLimits,
): Promise<Gateway> {
  const { host, port, tlsPort, mayLackTls, certificatesFolder: folder, hasTrials } = settings
  const { shared = [] } = settings
  const certificates = tlsPort === 0 ? null : await openCertificates({ ...deps, folder })
  const inside: Inside = { ...deps, hasTrials, certificates, ports: null }
  const listeners = createListeners(settings, inside, limits)
  let plain: TCPSocketListener<Line> | null = null
  const openPlain: Opener = (at) => {
    plain = Bun.listen<Line>({ ...at, allowHalfOpen: true, socket: listeners.plain })
    return plain.port
  }
  const tls = certificates && createTls(certificates, listeners, deps.issued.known ?? Promise.resolve())
  const goWithout = (error: unknown) => {
    if (!mayLackTls) throw error
    const reason = error instanceof Error ? error.message : 'it cannot listen'
    deps.log.warn('sites are not served over TLS', { reason })
    return null
  }
  const retire = () => {
    plain?.stop()
    tls?.close()
    listeners.retire()
  }
  const stop = async (isForced: boolean) => {
    certificates?.close()
    retire()
    listeners.drain()
    if (isForced) listeners.close()
  }
  try {
    const plainListens = await listen(openPlain, 'SITES_PORT', { host, port, shared })
    const tlsListens =
      tls &&
      (await listen((at) => openTls(tls, at), 'SITES_TLS_PORT', { host, port: tlsPort, shared }).catch(
        goWithout,
      ))
    inside.ports = tlsListens === null ? null : { plain: plainListens, tls: tlsListens }
    const url = originOf('http', host, plainListens)
    const tlsUrl = tlsListens === null ? null : originOf('https', host, tlsListens)
    const { metrics, isIdle } = listeners
    return { url, tlsUrl, certificates, metrics, isIdle, retire, stop }
  } catch (error) {
    await stop(true)
    throw error
  }
}
