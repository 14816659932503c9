import { rmSync, statSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { isAmong } from '#features/names/portal-domain.ts'
import { isRecorded, writeOwnRecord } from '#server/system/programs/process-record.ts'
import { second } from '#shared/time.ts'
import { type Gateway, type GatewayDeps, type GatewaySettings, startGateway } from '../gateway.ts'
import { createSiteCache } from '../sites/site-cache.ts'
import { createIssuedCertificates } from '../tls/issued-certificates.ts'
import { createCounter, createFinder } from './process-links.ts'
import {
  type FromGateway,
  protocolVersion,
  readLines,
  sealSettings,
  sendLine,
  type ToGateway,
} from './protocol.ts'

export type GatewayProcessOptions = {
  control: string
  pidFile: string
  /** Lets a portal check whether this is the program that it would start. */
  build: string
  /** The heartbeat file that every portal of this folder touches while it supervises its web servers. */
  heartbeat: string
  /** Ends the web servers left behind: not every driver notices that its portal has exited. */
  endServers(): Promise<void>
  now: () => Date
}

/** Until a portal sends the grace period. */
const defaultGraceMs = 60 * second
/** A restarted portal is back within this time; lookups that only it can answer wait for it. */
const longestAbsenceMs = 10 * second
const lastRequestMs = 2 * second
const stopGraceMs = 10 * second
const reportEveryMs = 500
const checkMs = 3 * second
const pauseMs = 20
/** A portal that stops reading gets no more messages until it reads again. */
const maxUnsentBytes = 1_024 * 1_024

type Opening = Extract<ToGateway, { type: 'open' }>

/** Listens on its previous ports, else on the configured ones. @throws Error with one line */
async function listen({ settings, ports, patienceMs, shared }: Opening, deps: GatewayDeps): Promise<Gateway> {
  const before: GatewaySettings | null = ports && {
    ...settings,
    port: ports.plain,
    tlsPort: ports.tls ?? settings.tlsPort,
    mayLackTls: settings.mayLackTls && ports.tls === null,
  }
  const deadline = performance.now() + patienceMs
  for (;;) {
    try {
      return await startGateway({ ...(before ?? settings), shared }, deps)
    } catch (error) {
      if (performance.now() > deadline) {
        const isFlexible = settings.port === 'auto' || settings.tlsPort === 'auto' || settings.mayLackTls
        if (before !== null && isFlexible) return startGateway({ ...settings, shared }, deps)
        throw error
      }
      await Bun.sleep(pauseMs)
    }
  }
}

/**
 * Runs the gateway in this process for a portal that connects to the control socket. It exits when stopped, when no portal
 * returns within the grace period, or when it is replaced: another process has the pid file, or the data folder has disappeared.
 * Without a portal it also ends the web servers.
 */
export function serveGateway({
  control,
  pidFile,
  build,
  heartbeat,
  endServers,
  now,
}: GatewayProcessOptions): void {
  const challenges = new Map<string, string>()
  const counter = createCounter()
  const issued = createIssuedCertificates()
  let portal: Socket | null = null
  let portalHosts: string[] = []
  let gateway: Gateway | null = null
  let opened: string | null = null
  let isEnding = false
  let graceMs = defaultGraceMs
  const lastTouch = () => statSync(heartbeat, { throwIfNoEntry: false })?.mtimeMs
  let left = { at: performance.now(), touch: lastTouch() }

  const send = (message: FromGateway): boolean => {
    if (!portal?.writable) return false
    sendLine(portal, message)
    return true
  }
  const absenceMs = () => Math.min(longestAbsenceMs, graceMs / 6)
  const isAwaited = () => portal !== null || performance.now() - left.at < absenceMs()
  const sites = createSiteCache({
    ask: (keys, question) => send({ type: 'find-sites', question, keys }),
    isAwaited,
  })
  const finder = createFinder((serviceId) => send({ type: 'find', serviceId }), isAwaited)
  const deps: GatewayDeps = {
    sites,
    findProcess: finder.find,
    // Without a portal the cache cannot be checked.
    forgetProcess: (serviceId) => void (portal && finder.forget(serviceId)),
    count: counter.count,
    challenge: (token) => challenges.get(token),
    issued,
    isPortalName: (host) => isAmong(portalHosts, host),
    log: {
      warn(message, details = {}) {
        const plain = Object.entries(details).map(([name, value]) => [name, String(value)] as const)
        send({ type: 'warning', message, details: Object.fromEntries(plain) })
      },
    },
    now,
  }
  const sendMetrics = () => {
    if (!gateway || !portal?.writable || portal.writableLength > maxUnsentBytes) return
    send({ type: 'metrics', metrics: gateway.metrics(), traffic: counter.takeAll() })
  }
  const sendAddress = ({ url, tlsUrl }: Gateway) => send({ type: 'listening', url, tlsUrl })

  const end = async (withinMs: number, isReplaced = false) => {
    if (isEnding) return
    isEnding = true
    const deadline = performance.now() + withinMs
    if (isReplaced) {
      gateway?.retire()
      await Bun.sleep(lastRequestMs)
    }
    await gateway?.stop(false)
    while (gateway && !gateway.isIdle() && performance.now() < deadline) await Bun.sleep(pauseMs)
    await gateway?.stop(true)
    sendMetrics()
    if (portal) await Promise.race([new Promise((done) => portal?.end(() => done(null))), Bun.sleep(second)])
    process.exit(0)
  }

  const open = async (opening: Opening) => {
    portalHosts = opening.portalHosts
    graceMs = opening.graceMs
    // Cached sites may have changed while there was no portal.
    sites.forget(null)
    challenges.clear()
    for (const [token, text] of opening.challenges) challenges.set(token, text)
    finder.resume()
    sites.resume()
    if (gateway) return void sendAddress(gateway)
    if (opened !== null) return
    opened = sealSettings(opening.settings)
    try {
      gateway = await listen(opening, deps)
      sendAddress(gateway)
    } catch (error) {
      send({ type: 'failed', message: error instanceof Error ? error.message : 'it cannot listen' })
      void end(0)
    }
  }

  const obey = (message: ToGateway) => {
    if (message.type === 'open') void open(message)
    else if (message.type === 'sites') sites.settle(message.question, message.found)
    else if (message.type === 'found') {
      const { serviceId, socketPath } = message
      finder.settle(serviceId, socketPath === null ? null : { socketPath })
    } else if (message.type === 'challenge') {
      if (message.text === null) challenges.delete(message.token)
      else challenges.set(message.token, message.text)
    } else if (message.type === 'drain') void end(message.graceMs, message.isReplaced)
    else if (message.type === 'certificate' || message.type === 'certificates-known') issued.take(message)
    else sites.forget(message.userId)
  }

  const greet = (socket: Socket) => {
    portal?.destroy()
    portal = socket
    const isGone = () => {
      if (portal !== socket) return
      portal = null
      left = { at: performance.now(), touch: lastTouch() }
      sites.hold()
      setTimeout(() => {
        if (isAwaited()) return
        finder.giveUp()
        sites.giveUp()
      }, absenceMs() + pauseMs)
    }
    socket.on('error', () => {})
    socket.on('end', isGone)
    socket.on('close', isGone)
    // Only users with access to our folder can connect, and the portal's messages are typed.
    readLines(socket, (value) => value !== null && obey(value as ToGateway))
    const { url = null, tlsUrl = null } = gateway ?? {}
    send({ type: 'hello', protocol: protocolVersion, build, pid: process.pid, settings: opened, url, tlsUrl })
  }

  process.umask(0o077)
  rmSync(control, { force: true })
  createServer(greet).listen({ path: control }, () => writeOwnRecord({ file: pidFile, socket: control, now }))
  process.on('SIGTERM', () => void end(stopGraceMs))
  process.on('SIGINT', () => void end(stopGraceMs))
  setInterval(sendMetrics, reportEveryMs)
  const check = async () => {
    const isLeft = portal === null && performance.now() - left.at > graceMs
    // A portal that replaces it tells it when its successor listens.
    if (!isLeft && (portal !== null || isRecorded(pidFile))) return
    // If a portal touched it, that portal runs without this gateway.
    const isAbandoned = isLeft && left.touch === lastTouch()
    clearInterval(looking)
    if (isAbandoned) await endServers()
    await end(stopGraceMs)
  }
  const looking = setInterval(check, checkMs)
}
