import type { Driver, Health } from '#server/driver.ts'

/** The service that needs a web server, and the limits of its plan. */
export type ServerTarget = {
  userId: string
  serviceId: string
  /** The folder that is served: the service's `public`. */
  root: string
  memoryBytes: number
  /** Share of one core: 100 is a whole one. */
  cpuPercent: number
}

/** A running web server. `startTicks` (field 22 of /proc/<pid>/stat) distinguishes it from a later process with the same pid. */
export type ServerProcess = {
  pid: number
  startTicks: number
  startedAt: Date
  socketPath: string
  /** What it was started from, where its driver tells versions apart. */
  build?: string | undefined
}

export type ServerDriverHealth = Health & {
  /** What isolates the web servers from the portal and from one another; null if only the portal's own user does. */
  isolation: string | null
}

/** How a plan's limits are enforced: by the kernel, or by watching and restarting whatever takes too much memory. */
export type LimitsKind = 'cgroup' | 'watchdog'

/** Runs the web servers of services. Every method may be repeated; methods for one service are never called concurrently. */
export interface ServerDriver extends Driver {
  readonly limits: LimitsKind
  check(): Promise<ServerDriverHealth>
  /**
   * Called every few seconds while a portal looks after the web servers; those without a sign of life for their grace end by
   * themselves.
   */
  keepAlive(): void
  /** A process of the service listens on its socket; one that was left running is adopted, not duplicated. */
  ensureRunning(target: ServerTarget): Promise<ServerProcess>
  /** The processes go on without this portal, for one that adopts them within their grace. */
  leave(): Promise<void>
  /** No process of the service is left, and its socket is gone. */
  ensureStopped(serviceId: string): Promise<void>
  /** Whether the process is still the one that was returned, and running. */
  isAlive(process: ServerProcess): boolean
  /** Memory of the process alone, as PSS in bytes; null where it is unknown. */
  readMemoryBytes(process: ServerProcess): Promise<number | null>
  /** Whether the kernel killed the service's last process because it used too much memory. */
  ranOutOfMemory(serviceId: string): Promise<boolean>
  /** Services for which it runs a web server, or whose traces are left. */
  listServices(): Promise<string[]>
  /** The last lines that the service's web server wrote, oldest first. */
  readLog(serviceId: string, lines: number): Promise<string[]>
}
