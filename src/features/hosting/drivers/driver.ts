import type { Driver, Health } from '#server/driver.ts'

/** The service whose web server is wanted, and what its plan allows. */
export type ServerTarget = {
  userId: string
  serviceId: string
  /** The folder that is served: the service's `public`. */
  root: string
  memoryBytes: number
  /** Share of one core: 100 is a whole one. */
  cpuPercent: number
}

/** A web server that runs. `startTicks` (field 22 of /proc/<pid>/stat) tells it from a later process of the same pid. */
export type ServerProcess = { pid: number; startTicks: number; startedAt: Date; socketPath: string }

export type ServerDriverHealth = Health & {
  /** What keeps the web servers apart from the portal and from one another; null for nothing but the portal's own user. */
  isolation: string | null
}

/** How a plan's limits are kept: by the kernel, or by looking and starting anew what takes too much memory. */
export type LimitsKind = 'cgroup' | 'watchdog'

/** How the web servers of services are run. Every verb can be repeated; verbs about one service are never called at once. */
export interface ServerDriver extends Driver {
  readonly limits: LimitsKind
  check(): Promise<ServerDriverHealth>
  /** Said every few seconds while a portal looks after the web servers; those that hear nothing for a minute end by themselves. */
  keepAlive(): void
  /** A process of the service listens on its socket; one that was left running is adopted, not doubled. */
  ensureRunning(target: ServerTarget): Promise<ServerProcess>
  /** No process of the service is left, and its socket is gone. */
  ensureStopped(serviceId: string): Promise<void>
  /** Whether the process that was answered still is that process, and runs. */
  isAlive(process: ServerProcess): boolean
  /** Memory of the process alone, as PSS in bytes; null where it is unknown. */
  readMemoryBytes(process: ServerProcess): Promise<number | null>
  /** Whether the kernel ended the service's last process because it took more memory than it may. */
  ranOutOfMemory(serviceId: string): Promise<boolean>
  /** Services that it runs a web server for, or left traces of one. */
  listServices(): Promise<string[]>
  /** The last lines that the service's web server wrote, oldest first. */
  readLog(serviceId: string, lines: number): Promise<string[]>
}
