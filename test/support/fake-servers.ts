import type { ServerDriver, ServerProcess } from '#features/hosting/drivers/driver.ts'
import { createServers, type Servers } from '#features/hosting/supervisor/servers.ts'

/** A driver that only records web servers, for tests that are not about processes. */
export function createFakeDriver(overrides: Partial<ServerDriver> = {}) {
  const running = new Map<string, ServerProcess>()
  const memory = new Map<string, number>()
  const starts: string[] = []
  const driver: ServerDriver = {
    name: 'fake',
    mode: 'embedded',
    limits: 'watchdog',
    check: async () => ({ isHealthy: true, version: null, message: null, isolation: null }),
    keepAlive: () => {},
    async ensureRunning({ serviceId }) {
      const found = running.get(serviceId)
      if (found) return found
      starts.push(serviceId)
      const process = {
        pid: starts.length,
        startTicks: 1,
        startedAt: new Date(0),
        socketPath: `/none/${serviceId}`,
      }
      running.set(serviceId, process)
      return process
    },
    ensureStopped: async (serviceId) => void running.delete(serviceId),
    leave: async () => {},
    isAlive: (process) => [...running.values()].includes(process),
    readMemoryBytes: async ({ socketPath }) => memory.get(socketPath.slice('/none/'.length)) ?? 0,
    ranOutOfMemory: async () => false,
    listServices: async () => [...running.keys()],
    readLog: async (_, lines) => ['first', 'second', 'third'].slice(-lines),
    ...overrides,
  }
  return {
    driver,
    starts,
    memory,
    /** Its process ends unexpectedly. */
    crash: (serviceId: string) => void running.delete(serviceId),
    isRunning: (serviceId: string) => running.has(serviceId),
  }
}

/** Recorded web servers on this node; only `app.work()` supervises them. */
export const createFakeServers = (driver: ServerDriver = createFakeDriver().driver): Servers =>
  createServers(driver, { isHere: true })
