import type { ServerDriver } from './driver.ts'

const isOff = () => Promise.reject(new Error('web servers are switched off'))

/** No web servers: services become active without one, and the server page says so. */
export const offDriver: ServerDriver = {
  name: 'off',
  mode: 'off',
  limits: 'watchdog',
  check: async () => ({
    isHealthy: true,
    version: null,
    message: 'Switched off by SERVER_DRIVER=off.',
    isolation: null,
  }),
  keepAlive: () => {},
  ensureRunning: isOff,
  ensureStopped: async () => {},
  leave: async () => {},
  isAlive: () => false,
  readMemoryBytes: async () => null,
  ranOutOfMemory: async () => false,
  listServices: async () => [],
  readLog: async () => [],
}
