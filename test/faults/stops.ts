import { readdirSync, readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { readStartTicks } from '#server/system/proc.ts'
import { readAnnouncement } from '#test/support/server.ts'
import { until } from '#test/support/until.ts'

const project = resolve(import.meta.dir, '../..')

/** The ways to start a portal that README.md names, except the program that has to be compiled first. */
export const launchers = {
  'bun run start': ['bun', 'run', 'start'],
  'npx bun run start': ['npx', 'bun', 'run', 'start'],
} as const

/**
 * `group`: to every process of the terminal’s group, as Ctrl-C and a closed terminal do; `leader`: to the started process alone.
 */
export type Stop = { signal: 'SIGINT' | 'SIGTERM' | 'SIGHUP'; to: 'group' | 'leader' }

type Running = { pid: number; startTicks: number }

const readNote = (dataDir: string, name: string): Promise<Running> =>
  Bun.file(join(dataDir, 'run', name)).json()

async function webServers(dataDir: string): Promise<Running[]> {
  const notes = (await readdir(join(dataDir, 'run'))).filter((name) => name.endsWith('.pid.json'))
  return Promise.all(notes.map((name) => readNote(dataDir, name)))
}

const isRunning = ({ pid, startTicks }: Running): boolean => readStartTicks(pid) === startTicks

function start(command: readonly string[], dataDir: string) {
  return Bun.spawn([...command], {
    cwd: project,
    // A separate process group, as a terminal creates for each command line.
    detached: true,
    env: {
      PATH: `${join(project, 'node_modules/.bin')}:${process.env.PATH}`,
      HOME: process.env.HOME,
      DATA_DIR: dataDir,
      PORT: 'auto',
      DNS_PORT: '0',
      MAIL_SMTP_PORT: '0',
      MAIL_SUBMISSION_PORT: '0',
      SITES_PORT: 'auto',
    },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'ignore',
  })
}

type Child = ReturnType<typeof start>

/** Reads the log until the portal listens; later output is discarded. */
async function untilListening(child: Child): Promise<void> {
  const decoder = new TextDecoder()
  const reader = child.stdout.getReader()
  let log = ''
  while (!log.split('\n').some((line) => readAnnouncement(line))) {
    const { value, done } = await reader.read()
    if (done) throw new Error(`the portal did not listen: ${log}`)
    log += decoder.decode(value)
  }
  void (async () => {
    while (!(await reader.read()).done);
  })()
}

/** Every process of a group (field 5 of /proc/<pid>/stat). */
function groupOf(leader: number): Running[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return pids.flatMap((name) => {
    const pid = Number(name)
    const startTicks = readStartTicks(pid)
    if (startTicks === null) return []
    const line = readFileSync(`/proc/${pid}/stat`, 'latin1')
    const group = Number(line.slice(line.lastIndexOf(')') + 2).split(' ')[2])
    return group === leader ? [{ pid, startTicks }] : []
  })
}

/** The number of processes still running. */
export type Left = { portals: number; gateways: number; webServers: number }

/** Processes that remain after a stop: SIGTERM leaves customers’ sites to the next portal. */
export const expectedLeft = ({ signal }: Stop, services: number): Left =>
  signal === 'SIGTERM'
    ? { portals: 0, gateways: 1, webServers: services }
    : { portals: 0, gateways: 0, webServers: 0 }

/**
 * Starts a portal whose folder has `services` active services, waits for their web servers, and stops it with a signal.
 * Answers which of its processes still run once it has ended, and ends those.
 */
export async function stopBySignal(
  command: readonly string[],
  { dataDir, services }: { dataDir: string; services: number },
  { signal, to }: Stop,
): Promise<Left> {
  const child = start(command, dataDir)
  await untilListening(child)
  const servers = await until('the web servers', async () => {
    const found = await webServers(dataDir)
    return found.length === services && found.every(isRunning) ? found : null
  })
  // The gateway and the web servers lead their own process groups.
  const gateway = await readNote(dataDir, 'gateway.json')
  const group = groupOf(child.pid)
  process.kill(to === 'group' ? -child.pid : child.pid, signal)
  const left = () => [...group, gateway, ...servers].filter(isRunning)
  const isOver = () => (signal === 'SIGTERM' ? !group.some(isRunning) : left().length === 0)
  await until('the end', isOver).catch(() => {})
  const result = {
    portals: group.filter(isRunning).length,
    gateways: [gateway].filter(isRunning).length,
    webServers: servers.filter(isRunning).length,
  }
  for (const { pid } of left()) process.kill(pid, 'SIGKILL')
  return result
}
