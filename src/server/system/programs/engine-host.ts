import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { chmod, chown, mkdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { EngineUnavailable } from './engine-unavailable.ts'

/** A user of this machine. */
export type Identity = { name: string; uid: number; gid: number }

/** The folder of an engine, and the means to start its programs there. */
export type EngineHost = {
  /** A path in the folder as the portal sees it. */
  path(...names: string[]): string
  /** The same path as the programs see it. */
  seen(...names: string[]): string
  /** Creates a folder that belongs to the programs' user and that other users cannot enter. */
  makeOwn(name: string): Promise<void>
  /** Gives a file to the programs' user. */
  give(name: string): Promise<void>
  /** Starts a program as their user, detached. `stdio` as for `spawn`; further descriptors begin at 4. */
  start(command: readonly string[], options: StartOptions): ChildProcess
  /** Runs a program to its end; `said` is its complete output. */
  run(
    command: readonly string[],
    env?: Record<string, string>,
  ): Promise<{ code: number | null; said: string }>
}

type StartOptions = {
  env?: Record<string, string>
  stdio: ('ignore' | 'pipe' | number)[]
  /** A descriptor that receives the process's line of proc_pid_stat(5) before the program runs. */
  note?: number
}

const path = '/usr/sbin:/usr/bin:/sbin:/bin'
// Exists on every Linux (FHS), and is hidden only from the programs of one engine.
const mountPoint = '/mnt'
const noteFd = 3

// The arguments of each script: "sh" as its name, then its own.
const writeNote = `if [ -r /proc/$$/stat ]; then cat /proc/$$/stat; else echo "$$"; fi >&${noteFd}`
const mount = `mount --bind "$1" ${mountPoint} && shift`
const become =
  'user=$1 group=$2 && shift 2 && exec setpriv --reuid "$user" --regid "$group" --clear-groups --'

const readUsers = (): Identity[] =>
  readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }))

/**
 * The user that runs an engine: null for the portal's own. Engines do not run as root; then it is the first of these users on
 * this machine. @throws EngineUnavailable when there is none
 */
export function findIdentity(names: readonly string[]): Identity | null {
  if (process.getuid?.() !== 0) return null
  const users = readUsers()
  const found = names.flatMap((name) => users.filter((user) => user.name === name))[0]
  if (!found)
    throw new EngineUnavailable(`An engine needs one of these users to run as: ${names.join(', ')}.`)
  return found
}

/** The first folder on the path to `target` that other users cannot enter; null when they can reach it. */
async function findClosed(target: string): Promise<string | null> {
  for (let folder = dirname(target); folder !== dirname(folder); folder = dirname(folder))
    if (((await stat(folder)).mode & 0o001) === 0) return folder
  return null
}

function listen(child: ChildProcess): Promise<{ code: number | null; said: string }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ code: number | null; said: string }>()
  let said = ''
  const hear = (chunk: Buffer) => {
    said = (said + chunk.toString()).slice(-16_384)
  }
  child.stdout?.on('data', hear)
  child.stderr?.on('data', hear)
  child.once('error', reject)
  child.once('close', (code) => resolve({ code, said }))
  return promise
}

/**
 * Creates the folder. If its user cannot reach it, for example below a data folder for root only, its programs get their own
 * mount namespace. @throws EngineUnavailable when neither works
 */
export async function createEngineHost(folder: string, identity: Identity | null): Promise<EngineHost> {
  await mkdir(folder, { recursive: true })
  // Independent of the umask: its user has to pass through.
  await chmod(folder, 0o711)
  const closed = identity === null ? null : await findClosed(folder)
  const isMounted = closed !== null
  const start: EngineHost['start'] = (command, { env = {}, stdio, note }) => {
    const last = `${identity === null ? 'exec' : become} "$@"${note === undefined ? '' : ` ${noteFd}>&-`}`
    const script = [...(note === undefined ? [] : [writeNote]), ...(isMounted ? [mount] : []), last]
    const [program = '', ...args] = [
      ...(isMounted ? ['unshare', '--mount', '--propagation', 'private', '--'] : []),
      ...['/bin/sh', '-c', script.join(' && '), 'sh'],
      ...(isMounted ? [folder] : []),
      ...(identity === null ? [] : [String(identity.uid), String(identity.gid)]),
      ...command,
    ]
    return spawn(program, args, {
      cwd: '/',
      // Contains no settings and no secrets of the portal.
      env: { PATH: path, LC_ALL: 'C', ...env },
      // Terminal signals are for the portal, which ends its engines itself.
      detached: true,
      stdio: [...stdio.slice(0, 3), note ?? 'ignore', ...stdio.slice(3)],
    })
  }
  const host: EngineHost = {
    path: (...names) => join(folder, ...names),
    seen: (...names) => join(isMounted ? mountPoint : folder, ...names),
    async makeOwn(name) {
      await mkdir(join(folder, name), { recursive: true, mode: 0o700 })
      await host.give(name)
    },
    async give(name) {
      if (identity) await chown(join(folder, name), identity.uid, identity.gid)
    },
    start,
    run: (command, env = {}) => listen(start(command, { env, stdio: ['ignore', 'pipe', 'pipe'] })),
  }
  if (closed !== null && (await host.run(['/bin/true'])).code !== 0)
    throw new EngineUnavailable(
      `The engine runs as the user ${identity?.name}, who cannot enter ${closed}: allow that (chmod o+x), or run the portal as a user other than root.`,
    )
  return host
}
