import { closeSync, openSync } from 'node:fs'
import { copyFile, readFile, rename, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { minute, second } from '#shared/time.ts'
import type { Logger } from '../../log.ts'
import { parseStat, readStartTicks } from '../proc.ts'
import { createEngineHost, type EngineHost, type Identity } from './engine-host.ts'
import { EngineUnavailable } from './engine-unavailable.ts'

/** `auto` takes a free port; undefined takes the usual one if it is free at the first start, else a free one. */
export type PortSetting = number | 'auto' | undefined

export type EngineProgram = {
  /** The name in messages, such as `MariaDB`. */
  label: string
  /** The folder for all its files, below DATA_DIR. */
  folder: string
  /** The user that runs it. @throws EngineUnavailable */
  identity: () => Identity | null
  /** The address on which it listens. */
  address: '127.0.0.1' | '0.0.0.0'
  port: PortSetting
  usualPort: number
  /** Creates its data folder unless that is complete; may be killed at any point. @throws Error */
  prepare(host: EngineHost): Promise<void>
  command(host: EngineHost, port: number): string[] | Promise<string[]>
  env?: Record<string, string>
  /** Whether it accepts connections. */
  isReady(port: number): Promise<boolean>
  /** Requests a clean shutdown that does not wait for clients. */
  stopSignal: NodeJS.Signals
  log: Pick<Logger, 'info' | 'warn'>
}

/** A program on this machine that the portal runs, and that outlives a crash of the portal. */
export type EngineProcess = {
  /** Starts it, or adopts the one that an earlier portal left, and returns its port. @throws EngineUnavailable */
  connect(): Promise<number>
  /** Whether it runs now. */
  isRunning(): boolean
  /** Why it does not run, as a sentence; null while it runs or has not been started. */
  problem(): string | null
  /** Ends it, without a restart. */
  stop(): Promise<void>
}

type Running = { pid: number; startTicks: number; port: number }

const startMs = 60 * second
const stopMs = 20 * second
const pollMs = 25
const watchMs = second
const backOffMs = [second, 2 * second, 4 * second, 8 * second, 15 * second, 30 * second, minute]
const maxLogBytes = 4 * 1_024 * 1_024

const isAlive = ({ pid, startTicks }: Running): boolean => readStartTicks(pid) === startTicks

const isFree = (hostname: string, port: number): boolean => {
  try {
    Bun.listen({ hostname, port, socket: { data() {} } }).stop(true)
    return true
  } catch {
    return false
  }
}

const findFreePort = (hostname: string): number => {
  const listener = Bun.listen({ hostname, port: 0, socket: { data() {} } })
  const { port } = listener
  listener.stop(true)
  return port
}

async function readText(path: string): Promise<string> {
  return readFile(path, 'utf8').catch(() => '')
}

/** The port in connection strings: it stays the same from the first start on. */
async function choosePort({ port: wish, usualPort, address }: EngineProgram, host: EngineHost) {
  const file = host.path('port')
  const remembered = Number(await readText(file)) || null
  const fresh = () => (wish === undefined && isFree(address, usualPort) ? usualPort : findFreePort(address))
  const port = typeof wish === 'number' ? wish : (remembered ?? fresh())
  if (port !== remembered) {
    await writeFile(`${file}.new`, String(port))
    await rename(`${file}.new`, file)
  }
  return port
}

/** The process recorded by an earlier portal, if it still runs. */
async function findRecordedProcess(folder: string): Promise<Running | null> {
  const line = await readText(join(folder, 'process'))
  const pid = Number.parseInt(line, 10)
  const port = Number(await readText(join(folder, 'port')))
  if (!(pid > 1) || !(port > 0)) return null
  const noted = { pid, startTicks: parseStat(line)?.startTicks ?? 0, port }
  return isAlive(noted) ? noted : null
}

/** Repeats `check` until it is true; false when that takes too long. */
async function waitUntil(ms: number, look: () => boolean | Promise<boolean>): Promise<boolean> {
  const deadline = performance.now() + ms
  for (;;) {
    if (await look()) return true
    if (performance.now() > deadline) return false
    await Bun.sleep(pollMs)
  }
}

async function end(running: Running, signal: NodeJS.Signals): Promise<void> {
  for (const each of [signal, 'SIGKILL'] as const) {
    if (!isAlive(running)) return
    process.kill(running.pid, each)
    await waitUntil(each === signal ? stopMs : second, () => !isAlive(running))
  }
}

/** Shuts down the engine that a portal left running in the folder; returns whether there was one. */
export async function endLeftEngine(folder: string, stopSignal: NodeJS.Signals): Promise<boolean> {
  const left = await findRecordedProcess(folder)
  if (!left) return false
  await end(left, stopSignal)
  await rm(join(folder, 'process'), { force: true })
  return true
}

/** Limits the log to this size; the older part moves to `.1`. */
async function capLog(path: string): Promise<void> {
  const { size } = await stat(path).catch(() => ({ size: 0 }))
  if (size <= maxLogBytes) return
  // The engine has the file open for appending.
  await copyFile(path, `${path}.1`)
  await truncate(path, 0)
}

async function launch(program: EngineProgram, host: EngineHost, port: number): Promise<Running> {
  const { label, address } = program
  if (!isFree(address, port))
    throw new EngineUnavailable(`${label} cannot start: another program uses port ${port}.`)
  await program.prepare(host)
  const command = await program.command(host, port)
  const logFile = host.path('log')
  const [log, note] = [openSync(logFile, 'a', 0o600), openSync(host.path('process'), 'w', 0o600)]
  const child = host.start(command, { env: program.env ?? {}, stdio: ['ignore', log, log], note })
  closeSync(log)
  closeSync(note)
  child.unref()
  const pid = child.pid ?? 0
  const running = { pid, startTicks: readStartTicks(pid) ?? -1, port }
  const isEnded = () => child.exitCode !== null || child.signalCode !== null || !isAlive(running)
  const isUp = await waitUntil(startMs, async () => isEnded() || (await program.isReady(port)))
  if (isUp && !isEnded()) return running
  await end(running, 'SIGKILL')
  const said = (await readText(logFile))
    .trim()
    .split('\n')
    .filter((line) => /error|fatal/i.test(line))
    .at(-1)
  throw new EngineUnavailable(`${label} did not start${said ? `: ${said.trim().slice(0, 300)}` : '.'}`)
}

/**
 * Runs an engine: started at the first `connect`, restarted when it ends unexpectedly, adopted after a crash of the portal by its
 * process id and start time.
 */
export function createEngineProcess(program: EngineProgram): EngineProcess {
  const { label, log } = program
  let running: Running | null = null
  let starting: Promise<Running> | null = null
  let host: EngineHost | null = null
  let failures = 0
  let retry: Timer | null = null
  let watch: Timer | null = null
  let problem: string | null = null
  let isStopped = false

  const adopt = async (found: Running): Promise<boolean> => {
    if (await waitUntil(startMs, async () => !isAlive(found) || (await program.isReady(found.port))))
      return isAlive(found)
    await end(found, program.stopSignal)
    return false
  }

  const begin = async (): Promise<Running> => {
    host ??= await createEngineHost(program.folder, program.identity())
    const noted = await findRecordedProcess(program.folder)
    const port = await choosePort(program, host)
    if (noted && noted.port !== port) await end(noted, program.stopSignal)
    else if (noted && (await adopt(noted))) {
      log.info(`${label} was still running`, { pid: noted.pid, port })
      return noted
    }
    const started = await launch(program, host, port)
    log.info(`${label} started`, { pid: started.pid, port })
    return started
  }

  const plan = () => {
    if (isStopped || retry) return
    const wait = backOffMs[Math.min(failures, backOffMs.length - 1)] ?? minute
    retry = setTimeout(() => {
      retry = null
      void start().catch(() => {})
    }, wait)
    retry.unref()
  }

  let looks = 0
  const look = () => {
    looks += 1
    if (host && looks % 60 === 0) void capLog(host.path('log')).catch(() => {})
    if (!running) return
    if (isAlive(running)) {
      // Only an engine that has run for a while restarts with the shortest delay.
      if (looks % 60 === 0) failures = 0
      return
    }
    running = null
    problem = `${label} ended unexpectedly and is restarting.`
    log.warn(`${label} ended unexpectedly`)
    plan()
  }

  const start = (): Promise<Running> => {
    starting ??= begin()
      .then(async (started) => {
        if (isStopped) {
          await end(started, program.stopSignal)
          throw new EngineUnavailable(`${label} is stopping.`)
        }
        running = started
        problem = null
        watch ??= setInterval(look, watchMs)
        watch.unref()
        return started
      })
      .catch((error: unknown) => {
        problem = error instanceof EngineUnavailable ? error.message : `${label} did not start.`
        log.warn(`${label} did not start`, { message: error instanceof Error ? error.message : '' })
        failures += 1
        plan()
        throw error instanceof EngineUnavailable ? error : new EngineUnavailable(problem)
      })
      .finally(() => {
        starting = null
      })
    return starting
  }

  return {
    async connect() {
      if (isStopped) throw new EngineUnavailable(`${label} is stopped.`)
      if (running && isAlive(running)) return running.port
      look()
      if (retry && !starting) throw new EngineUnavailable(problem ?? `${label} is restarting.`)
      return (await start()).port
    },
    isRunning: () => running !== null && isAlive(running),
    problem: () => problem,
    async stop() {
      isStopped = true
      if (retry) clearTimeout(retry)
      if (watch) clearInterval(watch)
      await starting?.catch(() => {})
      if (running) await end(running, program.stopSignal)
      if (running && host) await rm(host.path('process'), { force: true })
      running = null
    },
  }
}
