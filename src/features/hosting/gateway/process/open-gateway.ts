import { connect, type Socket } from 'node:net'
import { portalHosts } from '#features/names/portal-domain.ts'
import type { Deps } from '#server/context.ts'
import { minute, second } from '#shared/time.ts'
import type { ServerProcess } from '../../drivers/driver.ts'
import {
  endGatewayProcess,
  findGatewayProcess,
  type GatewayProgram,
  startGatewayProcess,
} from '../../drivers/gateway-process.ts'
import { openRunFolder, type RunFolder } from '../../drivers/run-folder.ts'
import { type FollowedSites, followSites } from '../sites/sites.ts'
import {
  type FromGateway,
  protocolVersion,
  readFromGateway,
  readLines,
  sealSettings,
  sendLine,
  type ToGateway,
} from './protocol.ts'
import { gatewaySettings } from './settings.ts'

export type GatewayOptions = {
  program: () => Promise<GatewayProgram>
  /** The web server of a service, started if necessary; null when there is none. */
  findProcess(serviceId: string): Promise<{ socketPath: string } | null>
}

/** The gateway process, as long as the portal keeps it running. */
export type RunningGateway = {
  /** Its origin, without a slash. */
  url: string
  tlsUrl: string | null
  /** Stops accepting visitors; it exits when open requests have ended, at most `graceMs` later. */
  stop(graceMs: number): Promise<void>
  /** Leaves it running for a portal that takes it over within the grace period; all its counts so far are stored. */
  leave(): Promise<void>
}

type PortalDeps = Pick<
  Deps,
  'env' | 'store' | 'events' | 'log' | 'traffic' | 'challenges' | 'siteCertificates' | 'origin' | 'gateway'
>

type Address = { url: string; tlsUrl: string | null }

/** A process that listens for visitors, and its control socket. */
type Link = { process: ServerProcess; socket: Socket; address: Address; isAdopted: boolean }
/** A running gateway with other settings. Without an address, its protocol is not understood. */
type OtherGateway = { socket: Socket; other: Address | null }

const answerMs = 20 * second
const patienceMs = 5 * second
/** Grace period for requests of a replaced gateway. */
const replacedMs = minute
const restartDelaysMs = [0, 250, second, 2 * second, 5 * second, 10 * second] as const
/** A gateway that misses this many heartbeats hangs, and is replaced. */
const maxMissedHeartbeats = 4
const checkMs = 5 * second

/** Connects to a control socket. @throws Error when nothing listens there */
async function dial(path: string): Promise<Socket> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const socket = connect({ path })
  socket.once('connect', resolve)
  socket.once('error', reject)
  socket.on('error', () => {})
  await promise
  return socket
}

const portOf = (url: string | null): number | null =>
  url === null ? null : Number(new URL(url).port) || null

/** Keeps one gateway process in sync with the portal: answers its lookups, and records its reports. */
function createSteering(
  deps: PortalDeps,
  { program, findProcess, sites }: GatewayOptions & { sites: FollowedSites },
  folder: RunFolder,
) {
  const { env, log, traffic, challenges, gateway: status } = deps
  const settings = gatewaySettings(env)
  const graceMs = (env.HANDOVER_SECONDS || 60) * second
  let silentLooks = 0

  const take = async (socket: Socket, message: FromGateway, isReplaced: boolean) => {
    if (message.type === 'metrics') {
      if (!isReplaced) status.metrics = message.metrics
      for (const { userId, serviceId, ...counts } of message.traffic)
        traffic.add({ userId, serviceId }, counts)
    } else if (message.type === 'find') {
      const { serviceId } = message
      const found = await findProcess(serviceId).catch(() => null)
      sendLine(socket, { type: 'found', serviceId, socketPath: found?.socketPath ?? null })
    } else if (message.type === 'find-sites') {
      const { question, keys } = message
      await sites.find(keys, (found) => sendLine(socket, { type: 'sites', question, found }))
    } else if (message.type === 'warning') log.warn(message.message, message.details)
  }

  /** Handshake: the process says hello, receives its settings, and listens. @throws Error with its own message when it cannot */
  const open = async (
    process: ServerProcess,
    opening: Omit<Extract<ToGateway, { type: 'open' }>, 'type' | 'settings' | 'graceMs'>,
    isAdopted: boolean,
  ): Promise<Link | OtherGateway> => {
    const socket = await dial(folder.gatewaySocket)
    const { build } = await program()
    const { promise, resolve, reject } = Promise.withResolvers<Address | { other: Address | null }>()
    const timer = setTimeout(() => reject(new Error('the gateway does not answer')), answerMs)
    socket.once('close', () => reject(new Error('the gateway ended')))
    let isReplaced = false
    readLines(socket, (value) => {
      const message = readFromGateway(value)
      silentLooks = 0
      if (message?.type === 'hello') {
        const isOurs = message.protocol === protocolVersion && message.build === build
        const isSame = message.settings === null || message.settings === sealSettings(settings)
        const { protocol, url, tlsUrl = null } = message
        if (isOurs && isSame) sendLine(socket, { type: 'open', settings, graceMs, ...opening })
        else {
          isReplaced = true
          resolve({ other: protocol === protocolVersion && url ? { url, tlsUrl } : null })
        }
      } else if (message?.type === 'listening') resolve({ url: message.url, tlsUrl: message.tlsUrl })
      else if (message?.type === 'failed') reject(new Error(message.message))
      else if (message) void take(socket, message, isReplaced)
      // Messages of another version are not understood.
      else resolve({ other: null })
    })
    try {
      const answer = await promise
      return 'url' in answer ? { process, socket, address: answer, isAdopted } : { socket, ...answer }
    } catch (error) {
      socket.destroy()
      throw error
    } finally {
      clearTimeout(timer)
    }
  }

  /** Starts another process, on the ports that it shares with any predecessor. @throws Error */
  const start = async (opening: Parameters<typeof open>[1]): Promise<Link> => {
    const started = await startGatewayProcess(folder, await program())
    try {
      const link = await open(started, opening, false)
      if ('address' in link) return link
      throw new Error('the gateway uses another protocol version')
    } catch (error) {
      await endGatewayProcess(folder, started, 0)
      throw error
    }
  }

  return {
    challenges,
    /**
     * Takes over the gateway of an earlier portal if the settings are the same; else replaces it, by one that shares its ports
     * until it is idle.
     */
    async ensure(before: Address | null, portalHosts: string[]): Promise<Link> {
      const plain = portOf(before?.url ?? null)
      const opening = {
        portalHosts,
        challenges: challenges.list(),
        ports: plain === null ? null : { plain, tls: portOf(before?.tlsUrl ?? null) },
        patienceMs: plain === null ? 0 : patienceMs,
        shared: [],
      }
      const existing = await findGatewayProcess(folder)
      if (!existing) return start(opening)
      const found = await open(existing, opening, true).catch(() => null)
      if (found && 'address' in found) return found
      if (!found?.other) {
        found?.socket.destroy()
        await endGatewayProcess(folder, existing)
        return start(opening)
      }
      const { other, socket } = found
      const [was, wasTls] = [portOf(other.url), portOf(other.tlsUrl)]
      const shared = [was, wasTls].filter((port) => port !== null)
      const { port, tlsPort } = settings
      const plainPort = port === 'auto' ? was : port
      const ports = plainPort && { plain: plainPort, tls: tlsPort === 'auto' ? wasTls : null }
      try {
        const link = await start({ ...opening, ports: ports || opening.ports, shared })
        sendLine(socket, { type: 'drain', graceMs: replacedMs, isReplaced: true })
        log.info('gateway replaced', { gatewayPid: existing.pid })
        return link
      } catch (error) {
        // Ends a gateway without a portal, and frees its ports.
        socket.destroy()
        throw error
      }
    },
    /** Called every few seconds; returns whether the gateway has been silent for too long. */
    isSilent() {
      silentLooks += 1
      return silentLooks > maxMissedHeartbeats
    },
    heard() {
      silentLooks = 0
    },
  }
}

/**
 * Runs the gateway as a separate process; null when SITES_PORT is 0. One left by an earlier portal is taken over without
 * interruption; one that dies is restarted on the same ports.
 * @throws Error with one line when it cannot listen
 */
export async function openGateway(deps: PortalDeps, options: GatewayOptions): Promise<RunningGateway | null> {
  const { env, log, challenges, gateway: status } = deps
  if (env.SITES_PORT === 0) return null
  const folder = openRunFolder(env.RUN_DIR)
  let link: Link | null = null
  let isStopping = false
  let failures = 0
  let restarting: Promise<void> = Promise.resolve()
  const send = (message: ToGateway) => void (link && sendLine(link.socket, message))
  const sites = followSites(deps, (userId) => send({ type: 'sites-changed', userId }))
  const steering = createSteering(deps, { ...options, sites }, folder)
  const unsubscribe = challenges.subscribe((token, text) => send({ type: 'challenge', token, text }))
  const certificates = env.SITES_TLS_PORT === 0 ? null : deps.siteCertificates.follow(send)
  const release = () => {
    sites.close()
    void certificates?.close()
    unsubscribe()
  }

  const connectTo = async (before: Address | null): Promise<Link> => {
    const next = await steering.ensure(before, portalHosts(deps.origin(), env))
    if (isStopping) {
      await endGatewayProcess(folder, next.process, 0)
      throw new Error('the portal is stopping')
    }
    link = next
    // Changes were not reported to it while it was being opened.
    send({ type: 'sites-changed', userId: null })
    certificates?.restart()
    const lost = () => {
      restarting = again(next)
    }
    next.socket.once('close', lost)
    if (next.socket.destroyed) lost()
    steering.heard()
    Object.assign(status, { state: 'running', pid: next.process.pid, ...next.address })
    log.info(next.isAdopted ? 'gateway taken over' : 'gateway started', { gatewayPid: next.process.pid })
    return next
  }

  const again = async (lost: Link) => {
    if (isStopping || link !== lost) return
    link = null
    Object.assign(status, { state: 'down', pid: null, metrics: null })
    log.error('gateway lost', { gatewayPid: lost.process.pid })
    while (!isStopping && link === null) {
      const delay = restartDelaysMs[Math.min(failures, restartDelaysMs.length - 1)] ?? 0
      failures += 1
      await Bun.sleep(delay)
      if (isStopping) return
      try {
        await connectTo(lost.address)
        status.restarts += 1
      } catch (error) {
        log.error('gateway not started', {
          message: error instanceof Error ? error.message : 'unknown failure',
        })
      }
    }
  }

  const timer = setInterval(() => {
    if (!link || isStopping) return
    if (steering.isSilent()) {
      steering.heard()
      log.error('gateway not responding', { gatewayPid: link.process.pid })
      void endGatewayProcess(folder, link.process, 0).catch(() => {})
    } else failures = 0
  }, checkMs)

  status.state = 'starting'
  try {
    const { address } = await connectTo(null)
    const letGo = () => {
      if (isStopping) return
      isStopping = true
      clearInterval(timer)
      release()
    }
    return {
      ...address,
      async leave() {
        letGo()
        await restarting
        if (link) {
          const closed = new Promise((done) => link?.socket.once('close', done))
          link.socket.end()
          await Promise.race([closed, Bun.sleep(second)])
          link.socket.destroy()
        }
        Object.assign(status, { state: 'down', pid: null })
      },
      async stop(graceMs) {
        letGo()
        await restarting
        const last = link
        link = null
        if (last) {
          const closed = new Promise((done) => last.socket.once('close', done))
          sendLine(last.socket, { type: 'drain', graceMs, isReplaced: false })
          // Its last message has the traffic since the previous one.
          await Promise.race([closed, Bun.sleep(graceMs + second)])
          await endGatewayProcess(folder, last.process, 0)
        }
        Object.assign(status, { state: 'down', pid: null })
      },
    }
  } catch (error) {
    isStopping = true
    clearInterval(timer)
    release()
    throw error
  }
}
