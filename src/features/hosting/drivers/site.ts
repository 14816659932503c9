import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { minute } from '#shared/time.ts'
import type { ServerDriver } from './driver.ts'
import { launch } from './launch.ts'
import { createProcessDriver, type ProcessDriverOptions } from './process-driver.ts'

/** The command that starts the web server program. */
export type SiteProgram = {
  /** Further arguments are appended. */
  command: string[]
  /** Its complete environment. */
  env: Record<string, string>
  /** Files and folders of its program, which it must be able to read. */
  readable: string[]
  /** Identifies the build of the program. */
  build: string
}

export type SiteDriverOptions = Pick<
  ProcessDriverOptions,
  'dataDir' | 'runDir' | 'logName' | 'cgroup' | 'stopMs' | 'isolation' | 'now'
> & {
  version: string
  /** Called when the first process is started. */
  program: () => Promise<SiteProgram>
  /** A process exits when no portal has supervised it for this long; a crashed one is usually back by then. */
  orphanMs?: number
}

/** The portal's own web server as a process per service, each on a unix socket below the data folder. */
export const createSiteDriver = ({
  version,
  program,
  orphanMs = minute,
  ...options
}: SiteDriverOptions): ServerDriver =>
  createProcessDriver({
    ...options,
    build: async () => (await program()).build,
    name: 'site',
    mode: 'embedded',
    check: async () => ({ isHealthy: true, version, message: null }),
    async spawn({ folder, log, isolation }, { serviceId, root }) {
      const { command, env, readable, build } = await program()
      const { heartbeat } = folder
      const socket = folder.socket(serviceId)
      await mkdir(dirname(log), { recursive: true })
      return launch({
        folder,
        serviceId,
        command: [
          ...command,
          ...['--root', root, '--socket', socket],
          ...['--log', log, '--heartbeat', heartbeat, '--orphan-ms', String(orphanMs)],
        ],
        env,
        view: {
          // The parent of the root, which a restore replaces.
          readable: [...readable, dirname(root), heartbeat],
          writable: [dirname(log), dirname(socket)],
        },
        isolation,
        build,
        now: options.now,
      })
    },
  })
