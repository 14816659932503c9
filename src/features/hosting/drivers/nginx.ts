import { existsSync } from 'node:fs'
import { mkdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { readStartTicks } from '#server/system/proc.ts'
import { minute } from '#shared/time.ts'
import type { ServerDriver, ServerDriverHealth, ServerProcess, ServerTarget } from './driver.ts'
import { launch } from './launch.ts'
import { writeConfig } from './nginx-config.ts'
import {
  createProcessDriver,
  type ProcessDriverOptions,
  type ProcessPaths,
  siteLog,
} from './process-driver.ts'
import type { RunFolder } from './run-folder.ts'

export type NginxDriverOptions = Pick<
  ProcessDriverOptions,
  'dataDir' | 'runDir' | 'logName' | 'cgroup' | 'stopMs' | 'isolation' | 'now'
> & {
  /** Path of the program; found automatically by default. */
  program?: string | null
}

/** Size in bytes at which a log is rotated to `.1`. */
const rotateBytes = 1_024 * 1_024
const rotateMs = minute

const notInstalled = 'nginx is not installed: apt-get install nginx-light'

/** The usual path of nginx, which is in the PATH of administrators only; null when it is not installed. */
export const findNginx = (): string | null =>
  Bun.which('nginx') ??
  ['/usr/sbin/nginx', '/usr/local/sbin/nginx', '/usr/local/bin/nginx'].find((path) => existsSync(path)) ??
  null

/** Runs nginx until it exits; it writes messages to stderr. */
async function ask(program: string, args: string[]): Promise<{ code: number; said: string }> {
  const child = Bun.spawn([program, ...args], { env: {}, stdio: ['ignore', 'ignore', 'pipe'] })
  const said = await new Response(child.stderr).text()
  return { code: await child.exited, said: said.trim() }
}

async function check(program: string | null): Promise<Omit<ServerDriverHealth, 'isolation'>> {
  if (program === null) return { isHealthy: false, version: null, message: notInstalled }
  const { said } = await ask(program, ['-v'])
  const version = /nginx\/(\S+)/.exec(said)?.[1] ?? null
  return { isHealthy: version !== null, version, message: version === null ? 'nginx does not run' : null }
}

const scratchOf = (folder: RunFolder, serviceId: string) => join(folder.path, `${serviceId}.nginx`)

/** Arguments that identify this nginx: the prefix is the socket path, which is unique and has no other use. */
const argumentsFor = (scratch: string, socket: string) => [
  ...['-e', join(scratch, 'error.log')],
  ...['-c', join(scratch, 'nginx.conf'), '-p', socket],
]

/** Writes the configuration and has nginx check it. @throws Error with nginx's own message */
async function configure(program: string, { folder, log }: ProcessPaths, { serviceId, root }: ServerTarget) {
  const scratch = scratchOf(folder, serviceId)
  const socket = folder.socket(serviceId)
  await mkdir(scratch, { recursive: true, mode: 0o700 })
  await mkdir(dirname(log), { recursive: true })
  await writeFile(join(scratch, 'nginx.conf'), writeConfig({ root, socket, log, scratch }), { mode: 0o600 })
  const args = argumentsFor(scratch, socket)
  const { code, said } = await ask(program, ['-t', ...args])
  if (code !== 0) throw new Error(`nginx refuses its configuration: ${said.split('\n')[0] ?? code}`)
  return { args, socket }
}

async function spawn(program: string, place: ProcessPaths, target: ServerTarget, now: () => Date) {
  const { folder, log, isolation } = place
  const { serviceId, root } = target
  const { args, socket } = await configure(program, place, target)
  return launch({
    folder,
    serviceId,
    command: [program, ...args],
    env: {},
    view: {
      // The parent of the root, which a restore replaces.
      readable: [dirname(root)],
      writable: [dirname(log), dirname(socket), scratchOf(folder, serviceId)],
    },
    isolation,
    now,
  })
}

/** Rotates a large log, and makes nginx open a new one (SIGUSR1). */
async function rotate(log: string, { pid, startTicks }: ServerProcess): Promise<void> {
  const { size } = await stat(log).catch(() => ({ size: 0 }))
  if (size <= rotateBytes || readStartTicks(pid) !== startTicks) return
  await rename(log, `${log}.1`)
  process.kill(pid, 'SIGUSR1')
}

/**
 * Debian's nginx as a process per service, each on a unix socket below the data folder. It runs as the portal's user in a single
 * process, so that killing it leaves none behind; requests in flight are cut off when it stops.
 */
export function createNginxDriver({ program = findNginx(), ...options }: NginxDriverOptions): ServerDriver {
  const logs = new Map<string, ServerProcess>()
  let timer: Timer | null = null
  const watchLog = (log: string, started: ServerProcess) => {
    logs.set(log, started)
    timer ??= setInterval(() => {
      for (const [path, running] of logs) void rotate(path, running).catch(() => {})
    }, rotateMs)
    timer.unref()
  }
  const driver = createProcessDriver({
    ...options,
    name: 'nginx',
    mode: 'embedded',
    check: () => check(program),
    async spawn(place, target) {
      if (program === null) throw new Error(notInstalled)
      return spawn(program, place, target, options.now)
    },
    forget: (folder, serviceId) => rm(scratchOf(folder, serviceId), { recursive: true, force: true }),
  })
  return {
    ...driver,
    async ensureRunning(target) {
      const running = await driver.ensureRunning(target)
      watchLog(siteLog(options, target.serviceId), running)
      return running
    },
  }
}
