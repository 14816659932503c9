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
  /** Tells a portal whether this is the program that it would start itself. */
  build: string
  /** A file that every portal of this folder touches while it looks after its web servers. */
  heartbeat: string
  /** Ends the web servers that were left behind: not every kind of them notices by itself that its portal has gone. */
  endServers(): Promise<void>
  now: () => Date
}

/** Until a portal says for how long sites go on without it. */
const defaultGraceMs = 60 * second
/** A portal that was stopped to be started again is back before; those who ask for what only it knows wait for it. */
const longestAbsenceMs = 10 * second
const lastRequestMs = 2 * second
const stopGraceMs = 10 * second
const tellMs = 500
const maxLookMs = 3 * second
const pauseMs = 20
/** A portal that stops reading is sent nothing more until it reads again. */
const maxUnsentBytes = 1_024 * 1_024

type Opening = Extract<ToGateway, { type: 'open' }>

/** Starts on the ports that it had before, else on those that are set. @throws Error with one line */
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
 * Runs the gateway in this process for a portal that connects to the control socket, until it is stopped, its portal has been
 * gone for the grace that it named, or it has been replaced: another process is noted, or the data folder is gone. Without a portal the web
 * servers end too.
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

  const tell = (message: FromGateway): boolean => {
    if (!portal?.writable) return false
    sendLine(portal, message)
    return true
  }
  const absenceMs = () => Math.min(longestAbsenceMs, graceMs / 6)
  const isAwaited = () => portal !== null || performance.now() - left.at < absenceMs()
  const sites = createSiteCache({
    ask: (keys, question) => tell({ type: 'find-sites', question, keys }),
    isAwaited,
  })
  const finder = createFinder((serviceId) => tell({ type: 'find', serviceId }), isAwaited)
  const deps: GatewayDeps = {
    sites,
    findProcess: finder.find,
    // Without a portal there is nobody who would know better.
    forgetProcess: (serviceId) => void (portal && finder.forget(serviceId)),
    count: counter.count,
    challenge: (token) => challenges.get(token),
    issued,
    isPortalName: (host) => isAmong(portalHosts, host),
    log: {
      warn(message, details = {}) {
        const plain = Object.entries(details).map(([name, value]) => [name, String(value)] as const)
        tell({ type: 'warning', message, details: Object.fromEntries(plain) })
      },
    },
    now,
  }
  const tellMetrics = () => {
    if (!gateway || !portal?.writable || portal.writableLength > maxUnsentBytes) return
    tell({ type: 'metrics', metrics: gateway.metrics(), traffic: counter.takeAll() })
  }
  const tellAddress = ({ url, tlsUrl }: Gateway) => tell({ type: 'listening', url, tlsUrl })

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
    tellMetrics()
    if (portal) await Promise.race([new Promise((done) => portal?.end(() => done(null))), Bun.sleep(second)])
    process.exit(0)
  }

  const open = async (opening: Opening) => {
    portalHosts = opening.portalHosts
    graceMs = opening.graceMs
    // What is known may have changed while there was no portal.
    sites.forget(null)
    challenges.clear()
    for (const [token, text] of opening.challenges) challenges.set(token, text)
    finder.resume()
    sites.resume()
    if (gateway) return void tellAddress(gateway)
    if (opened !== null) return
    opened = sealSettings(opening.settings)
    try {
      gateway = await listen(opening, deps)
      tellAddress(gateway)
    } catch (error) {
      tell({ type: 'failed', message: error instanceof Error ? error.message : 'it cannot listen' })
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
    // Only who may enter our folder can connect, and what it says is typed on its side.
    readLines(socket, (value) => value !== null && obey(value as ToGateway))
    const { url = null, tlsUrl = null } = gateway ?? {}
    tell({ type: 'hello', protocol: protocolVersion, build, pid: process.pid, settings: opened, url, tlsUrl })
  }

  process.umask(0o077)
  rmSync(control, { force: true })
  createServer(greet).listen({ path: control }, () => writeOwnRecord({ file: pidFile, socket: control, now }))
  process.on('SIGTERM', () => void end(stopGraceMs))
  process.on('SIGINT', () => void end(stopGraceMs))
  setInterval(tellMetrics, tellMs)
  const look = async () => {
    const isLeft = portal === null && performance.now() - left.at > graceMs
    // A portal that replaces it says so when its successor listens.
    if (!isLeft && (portal !== null || isRecorded(pidFile))) return
    // A portal that touches it goes on without this gateway.
    const isAbandoned = isLeft && left.touch === lastTouch()
    clearInterval(looking)
    if (isAbandoned) await endServers()
    await end(stopGraceMs)
  }
  const looking = setInterval(look, maxLookMs)
}
