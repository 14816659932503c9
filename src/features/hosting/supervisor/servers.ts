import { createKeyedQueue } from '#shared/async/keyed-queue.ts'
import type {
  LimitsKind,
  ServerDriver,
  ServerDriverHealth,
  ServerProcess,
  ServerTarget,
} from '../drivers/driver.ts'

/** The web servers of services, as far as they run on this node. */
export interface Servers {
  readonly driver: Pick<ServerDriver, 'name' | 'mode'>
  readonly limits: LimitsKind
  /** Whether this node runs them; false on the other nodes, and in commands that only use the data. */
  readonly isHere: boolean
  /** Whether a process may be started: where they run, and where one is started for whoever asks. */
  readonly isOpen: boolean
  /** Whether a supervisor here acts on what is stored, so that it is worth waiting for. */
  readonly isSupervised: boolean
  check(): Promise<ServerDriverHealth>
  /** See `ServerDriver`. */
  keepAlive(): void
  /** The service's web server listens; one that ran already is kept. @throws Error when it cannot be had */
  start(target: ServerTarget): Promise<ServerProcess>
  /** The service has no process. */
  stop(serviceId: string): Promise<void>
  /** Another process than before listens. @throws Error when it cannot be had */
  restart(target: ServerTarget): Promise<ServerProcess>
  /** The service's process; null when none is known to run here. */
  processOf(serviceId: string): ServerProcess | null
  /** The last lines that the service's web server wrote, oldest first. */
  readLog(serviceId: string, lines: number): Promise<string[]>
  /** Services whose process takes more memory than its plan has, where nothing else keeps it from that. */
  listGreedy(): Promise<string[]>
  /** See `ServerDriver`. */
  ranOutOfMemory(serviceId: string): Promise<boolean>
  /** Services with a process or traces of one, those that an earlier portal left among them. */
  listServices(): Promise<string[]>
  /** Forgets the services whose process ended by itself since the last call, and names them. */
  takeDead(): string[]
  /** From now on this node runs the web servers. */
  open(): void
  /** From now on another node runs them, and this one starts those that are requested here; running ones continue. */
  openOnDemand(): void
  /** No process is left, whoever started it, and none is started until `open`. */
  close(): Promise<void>
  /** The processes go on without this portal, and none is started until `open`. */
  leave(): Promise<void>
}

const notHere = () => new Error('the web servers do not run on this node')

/** The web servers that `driver` runs, closed at first unless they are said to be here; what is done to one service is done in turn. */
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
    takeDead() {
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
