import { readdirSync, readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { readStartTicks } from '#features/servers/drivers/process-table.ts'
import { readAnnouncement } from '#test/support/server.ts'
import { until } from '#test/support/until.ts'

const project = resolve(import.meta.dir, '../..')

/** The ways to start a portal that README.md names; `binary` is a compiled program. */
export const launchers = {
  'bun run start': ['bun', 'run', 'start'],
  'npx bun run start': ['npx', 'bun', 'run', 'start'],
} as const

/** `group`: to every process of the terminal's group, as Ctrl-C does; `leader`: to the started process alone. */
export type Stop = { signal: 'SIGINT' | 'SIGTERM'; to: 'group' | 'leader' }

type Running = { pid: number; startTicks: number }

async function webServers(dataDir: string): Promise<Running[]> {
  const run = join(dataDir, 'run')
  const notes = (await readdir(run)).filter((name) => name.endsWith('.pid.json'))
  return Promise.all(notes.map((name) => Bun.file(join(run, name)).json() as Promise<Running>))
}

const isRunning = ({ pid, startTicks }: Running): boolean => readStartTicks(pid) === startTicks

function start(command: readonly string[], dataDir: string) {
  return Bun.spawn([...command], {
    cwd: project,
    // A group of its own, as a terminal makes one for each command line.
    detached: true,
    env: {
      PATH: `${join(project, 'node_modules/.bin')}:${process.env.PATH}`,
      HOME: process.env.HOME,
      DATA_DIR: dataDir,
      PORT: 'auto',
      SITES_PORT: 'auto',
    },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'ignore',
  })
}

type Child = ReturnType<typeof start>

/** Reads the log until the portal listens; what it writes later is read and thrown away. */
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

/**
 * Starts a portal whose folder has `services` active services, waits for their web servers, and stops it by a signal.
 * Answers how many processes of the portal and how many web servers still run once the grace is over.
 */
export async function stopBySignal(
  command: readonly string[],
  { dataDir, services }: { dataDir: string; services: number },
  { signal, to }: Stop,
): Promise<{ portals: number; webServers: number }> {
  const child = start(command, dataDir)
  await untilListening(child)
  const servers = await until('the web servers', async () => {
    const found = await webServers(dataDir)
    return found.length === services && found.every(isRunning) ? found : null
  })
  const group = groupOf(child.pid)
  process.kill(to === 'group' ? -child.pid : child.pid, signal)
  const left = () => ({
    portals: group.filter(isRunning).length,
    webServers: servers.filter(isRunning).length,
  })
  await until('the end', () => left().portals + left().webServers === 0).catch(() => {})
  const result = left()
  for (const process_ of [...group, ...servers].filter(isRunning)) process.kill(process_.pid, 'SIGKILL')
  return result
}
