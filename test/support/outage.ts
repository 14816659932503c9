import { startPortal, type TestPortal } from './portal.ts'
import { type RunningServer, startServer } from './server.ts'

/** A portal whose process can be killed while its pages are open, and restarted at the same address. */
export type FragilePortal = {
  portal: TestPortal
  /** Kills the process immediately, without notice. */
  kill(): Promise<void>
  bringBack(): Promise<void>
  stop(): Promise<void>
}

export async function startFragilePortal(): Promise<FragilePortal> {
  const portal = await startPortal()
  let server: RunningServer = portal.server
  const { dataDir } = portal.server
  const env = { PORT: new URL(portal.url).port, TRUSTED_PROXIES: '127.0.0.1' }
  return {
    portal,
    kill: () => server.kill9(),
    async bringBack() {
      server = await startServer({ dataDir, env })
    },
    async stop() {
      await server.stop()
      await portal.stop()
    },
  }
}
