import type { ServerDriver, ServerTarget } from './driver.ts'
import {
  createProcessDriver,
  lookMs,
  type Place,
  type ProcessDriverOptions,
  startMs,
} from './process-driver.ts'
import { readNote } from './run-folder.ts'

/** How the web server program is started: a command to which its arguments are added, and its whole environment. */
export type SiteProgram = { command: string[]; env: Record<string, string> }

export type SiteDriverOptions = Pick<ProcessDriverOptions, 'dataDir' | 'cgroup' | 'stopMs'> & {
  version: string
  /** Asked for when the first process is started. */
  program: () => Promise<SiteProgram>
}

async function spawn({ folder, log }: Place, target: ServerTarget, program: SiteProgram) {
  const { serviceId, root } = target
  const socket = folder.socket(serviceId)
  const child = Bun.spawn(
    [
      ...program.command,
      ...['--root', root, '--socket', socket],
      ...['--pid-file', folder.pidFile(serviceId), '--log', log],
    ],
    {
      // Bun reads settings from the folder it starts in: never one with files of a customer.
      cwd: folder.path,
      // No setting and no secret of the portal.
      env: program.env,
      // A signal from a terminal is for the portal, which ends its processes itself.
      detached: true,
      stdio: ['ignore', 'ignore', 'ignore'],
    },
  )
  child.unref()
  const deadline = performance.now() + startMs
  while (child.exitCode === null && child.signalCode === null && performance.now() < deadline) {
    const noted = await readNote(folder, serviceId)
    if (noted?.pid === child.pid) return noted
    await Bun.sleep(lookMs)
  }
  child.kill('SIGKILL')
  throw new Error(
    `the web server of ${serviceId} ended with ${child.exitCode ?? child.signalCode ?? 'no answer'}`,
  )
}

/** The portal's own web server as a process per service, each on a unix socket below the data folder. */
export const createSiteDriver = ({ version, program, ...options }: SiteDriverOptions): ServerDriver =>
  createProcessDriver({
    ...options,
    name: 'site',
    mode: 'embedded',
    check: async () => ({ isReady: true, version, message: null }),
    spawn: async (place, target) => spawn(place, target, await program()),
  })
