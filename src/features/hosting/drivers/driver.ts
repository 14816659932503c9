import type { Driver, Health } from '#server/driver.ts'

/** A service that needs a web server, and its plan's limits. */
export type ServerTarget = {
  userId: string
  serviceId: string
  /** The folder to serve: the service's `public`. */
  root: string
  memoryBytes: number
  /** Share of one core: 100 is a full core. */
  cpuPercent: number
}

/** A running web server. `startTicks` (field 22 of /proc/<pid>/stat) distinguishes it from a later process with the same pid. */
export type ServerProcess = {
  pid: number
  startTicks: number
  startedAt: Date
  socketPath: string
  /** The program build it was started from, where its driver distinguishes builds. */
  build?: string | undefined
}

export type ServerDriverHealth = Health & {
  /** The isolation of web servers from the portal and from one another; null if only the portal's own user separates them. */
  isolation: string | null
}

/** Enforcement of a plan's limits: by the kernel, or by restarting processes over their memory limit. */
export type LimitsKind = 'cgroup' | 'watchdog'

/** Runs the web servers of services. Every method is idempotent; methods for one service are never called concurrently. */
export interface ServerDriver extends Driver {
  readonly limits: LimitsKind
  check(): Promise<ServerDriverHealth>
  /**
   * Called every few seconds while a portal supervises the web servers; without this heartbeat they exit after their grace
   * period.
   */
  keepAlive(): void
  /** Ensures that a process of the service listens on its socket; a running one is adopted, not duplicated. */
  ensureRunning(target: ServerTarget): Promise<ServerProcess>
  /** Leaves the processes running for a portal that adopts them within their grace period. */
  leave(): Promise<void>
  /** Ends the service's processes and removes its socket. */
  ensureStopped(serviceId: string): Promise<void>
  /** Whether the returned process is still running. */
  isAlive(process: ServerProcess): boolean
  /** Memory of the process alone, as PSS in bytes; null if unknown. */
  readMemoryBytes(process: ServerProcess): Promise<number | null>
  /** Whether the kernel killed the service's last process because it used too much memory. */
  ranOutOfMemory(serviceId: string): Promise<boolean>
  /** Services with a running web server or leftovers of one. */
  listServices(): Promise<string[]>
  /** The last log lines of the service's web server, oldest first. */
  readLog(serviceId: string, lines: number): Promise<string[]>
}
