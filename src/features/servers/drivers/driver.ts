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

export type ServerDriverHealth = { isReady: boolean; version: string | null; message: string | null }

/** How the web servers of services are run. Every verb can be repeated. */
export interface ServerDriver {
  readonly name: string
  check(): Promise<ServerDriverHealth>
  /** A process of the service listens on its socket; one that was left running is adopted, not doubled. */
  ensureRunning(target: ServerTarget): Promise<ServerProcess>
  /** No process of the service is left, and its socket is gone. */
  ensureStopped(serviceId: string): Promise<void>
  /** The last lines that the service's web server wrote, oldest first. */
  readLog(serviceId: string, lines: number): Promise<string[]>
}
