import { createKeyedQueue } from '#shared/async/keyed-queue.ts'
import type {
  LimitsKind,
  ServerDriver,
  ServerDriverHealth,
  ServerProcess,
  ServerTarget,
} from '../drivers/driver.ts'

/** The web servers of services on this node. */
export interface Servers {
  readonly driver: Pick<ServerDriver, 'name' | 'mode'>
  readonly limits: LimitsKind
  /** Whether this node runs them; false on other nodes, and in commands that only use the data. */
  readonly isHere: boolean
  /** Whether a process may be started: where they run, and where they are started on request. */
  readonly isOpen: boolean
  /** Whether a supervisor here applies stored changes, so that callers may wait for it. */
  readonly isSupervised: boolean
  check(): Promise<ServerDriverHealth>
  /** See `ServerDriver`. */
  keepAlive(): void
  /** Ensures that the service's web server listens; a running one stays. @throws Error when it cannot be started */
  start(target: ServerTarget): Promise<ServerProcess>
  /** Ends the service's process. */
  stop(serviceId: string): Promise<void>
  /** Replaces the service's process. @throws Error when it cannot be started */
  restart(target: ServerTarget): Promise<ServerProcess>
  /** The service's process; null when none is known to run here. */
  processOf(serviceId: string): ServerProcess | null
  /** The last log lines of the service's web server, oldest first. */
  readLog(serviceId: string, lines: number): Promise<string[]>
  /** Services whose process exceeds its plan's memory, where no control group limits it. */
  listGreedy(): Promise<string[]>
  /** See `ServerDriver`. */
  ranOutOfMemory(serviceId: string): Promise<boolean>
  /** Services with a process or leftovers of one, including those of an earlier portal. */
  listServices(): Promise<string[]>
  /** Returns the services whose process has exited since the last call, and forgets them. */
  drainExited(): string[]
  /** This node runs the web servers from now on. */
  open(): void
  /** Another node runs them from now on, and this one starts them on request; running ones continue. */
  openOnDemand(): void
  /** Ends all processes, including those of earlier portals; none starts until `open`. */
  close(): Promise<void>
  /** Leaves the processes running without this portal; none starts until `open`. */
  leave(): Promise<void>
}

const notHere = () => new Error('the web servers do not run on this node')

/** The web servers of `driver`, initially closed unless they run here; operations on one service are sequential. */
export function createServers(driver: ServerDriver, place: { isHere: boolean } = { isHere: false }): Servers {
  const processes = new Map<string, ServerProcess>()
  const limits = new Map<string, number>()
  const { inTurn, settled } = createKeyedQueue()
  let { isHere } = place
  let isOpen = isHere
  let isSupervised = false
  const run = async (target: ServerTarget): Promise<ServerProcess> => {
    if (!isOpen) throw notHere()
    const process = await driver.ensureRunning(target)
    processes.set(target.serviceId, process)
    limits.set(target.serviceId, target.memoryBytes)
    return process
  }
  const end = async (serviceId: string): Promise<void> => {
    processes.delete(serviceId)
    await driver.ensureStopped(serviceId)
  }
  const shut = () => {
    isHere = false
    isOpen = false
    isSupervised = false
  }
  return {
    driver,
    limits: driver.limits,
    get isHere() {
      return isHere
    },
    get isOpen() {
      return isOpen
    },
    get isSupervised() {
      return isSupervised
    },
    check: () => driver.check(),
    keepAlive: () => driver.keepAlive(),
    start: (target) => inTurn(target.serviceId, () => run(target)),
    stop: (serviceId) => inTurn(serviceId, () => end(serviceId)),
    restart: (target) =>
      inTurn(target.serviceId, async () => {
        await end(target.serviceId)
        return run(target)
      }),
    processOf: (serviceId) => processes.get(serviceId) ?? null,
    readLog: (serviceId, lines) => driver.readLog(serviceId, lines),
    async listGreedy() {
      const greedy: string[] = []
      for (const [id, process] of driver.limits === 'watchdog' ? processes : []) {
        const bytes = await driver.readMemoryBytes(process)
        if (bytes !== null && bytes > (limits.get(id) ?? bytes)) greedy.push(id)
      }
      return greedy
    },
    ranOutOfMemory: (serviceId) => driver.ranOutOfMemory(serviceId),
    listServices: async () => [...new Set([...processes.keys(), ...(await driver.listServices())])],
    drainExited() {
      const dead = [...processes].filter(([, process]) => !driver.isAlive(process)).map(([id]) => id)
      for (const id of dead) processes.delete(id)
      return dead
    },
    open() {
      isHere = true
      isOpen = true
      isSupervised = true
    },
    openOnDemand() {
      isHere = false
      isOpen = true
      isSupervised = false
    },
    async leave() {
      shut()
      await settled()
      await driver.leave()
    },
    async close() {
      shut()
      await settled()
      const left = new Set([...processes.keys(), ...(await driver.listServices())])
      await Promise.all([...left].map((id) => inTurn(id, () => end(id))))
    },
  }
}
