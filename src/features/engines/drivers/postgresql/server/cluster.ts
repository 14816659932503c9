import { existsSync } from 'node:fs'
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from '#server/log.ts'
import { createEngineHost, type EngineHost, findIdentity } from '#server/system/programs/engine-host.ts'
import {
  createEngineProcess,
  type EngineProcess,
  type PortSetting,
} from '#server/system/programs/engine-process.ts'
import { EngineUnavailable } from '#server/system/programs/engine-unavailable.ts'
import { isStillGood, signOwn } from '#server/system/programs/self-signed.ts'
import { second } from '#shared/time.ts'
import type { EngineNames } from '../../../contract/database-engine.ts'
import { makeDraft, sweepDrafts } from '../../data-draft.ts'
import { newClient, type Target } from '../admin.ts'
import { endClient } from '../end-client.ts'
import { changeAccess, firstAccess } from './access.ts'
import { copyEmbedded, embeddedVersion, findEmbedded, findManaged, type Programs } from './programs.ts'

const usualPort = 5432
const portalUser = 'portal'
const label = 'PostgreSQL'

/** Small settings, for many databases with few in use. */
const tuning = [
  'max_connections=300',
  // Reserved for the portal, however many connections customers open.
  'superuser_reserved_connections=20',
  // An unresponsive client is disconnected after this time.
  'authentication_timeout=10s',
  'max_locks_per_transaction=256',
  'shared_buffers=32MB',
  'work_mem=4MB',
  'maintenance_work_mem=32MB',
  'max_wal_size=256MB',
  'wal_level=minimal',
  'max_wal_senders=0',
  'max_worker_processes=4',
  'max_parallel_workers_per_gather=0',
  'jit=off',
  // Temporary file limit of a statement.
  'temp_file_limit=2GB',
  'unix_socket_directories=',
  'password_encryption=scram-sha-256',
  'timezone=UTC',
  // Customers' statements are private, and may contain passwords.
  'log_min_error_statement=panic',
  'log_min_messages=warning',
  'log_timezone=UTC',
]

/** Memory limit of a session (KiB): a larger statement is refused before the machine runs out of memory. */
const sessionMemoryKib = 1_024 * 1_024
// Systems without this limit, such as macOS, run without it.
const limited = ['/bin/sh', '-c', `ulimit -v ${sessionMemoryKib} 2>/dev/null; exec "$@"`, 'sh']

const watching = ['shared_preload_libraries=pg_stat_statements', 'pg_stat_statements.track_utility=off']

export type ClusterOptions = {
  mode: 'embedded' | 'managed'
  /** Its folder, below the data folder. */
  folder: string
  port: PortSetting
  /** Host name for customers; undefined when external connections are off. */
  publicHost: string | undefined
  now: () => Date
  log: Pick<Logger, 'info' | 'warn'>
}

/** A PostgreSQL that the portal manages. */
export type Cluster = Pick<EngineProcess, 'isRunning' | 'problem' | 'stop'> & {
  /** Starts it if necessary. @throws EngineUnavailable */
  connect(): Promise<Target & { host: string; port: number }>
  /** Allows exactly these external addresses; true when the server has to reload. */
  allow(names: EngineNames, addresses: readonly string[]): Promise<boolean>
}

const readText = (path: string) => readFile(path, 'utf8').catch(() => '')

/** Writes a file of the folder atomically. `isTheirs`: readable by the programs. */
async function place(host: EngineHost, name: string, text: string, isTheirs = true): Promise<void> {
  await writeFile(host.path(`${name}.new`), text, { mode: 0o600 })
  if (isTheirs) await host.give(`${name}.new`)
  await rename(host.path(`${name}.new`), host.path(name))
}

/** The programs that match the data, or the newest for new data. @throws EngineUnavailable */
async function choosePrograms(mode: ClusterOptions['mode'], host: EngineHost): Promise<Programs> {
  const made = Number.parseInt(await readText(host.path('data', 'PG_VERSION')), 10) || null
  const source = mode === 'embedded' ? findEmbedded() : null
  const version = source === null ? '' : embeddedVersion(source)
  const copy = `programs-${version}`
  const embedded: Programs = {
    bin: host.seen(copy, 'bin'),
    libraries: host.path(copy, 'lib', 'postgresql'),
    major: Number.parseInt(version, 10),
  }
  const found = source === null ? findManaged() : [embedded]
  const fitting = made === null ? found[0] : found.find(({ major }) => major === made)
  if (!fitting)
    throw new EngineUnavailable(
      made === null
        ? 'PostgreSQL is not installed on this machine.'
        : `The databases were created by PostgreSQL ${made}, which is no longer installed.`,
    )
  if (source !== null) await copyEmbedded(source, host.path(copy))
  return fitting
}

// Unicode rules, with comparisons that no library update changes.
const localeOf = (major: number): string[] => {
  if (major >= 17) return ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C']
  return process.platform === 'linux' ? ['--locale=C.UTF-8'] : ['--no-locale']
}

/** Creates the data folder, with the portal's superuser and its password. */
async function initialize(host: EngineHost, { bin, major }: Programs): Promise<void> {
  await sweepDrafts(host)
  if (existsSync(host.path('data'))) return
  const draft = await makeDraft(host)
  const password = crypto.randomUUID()
  await place(host, 'password', password, false)
  await place(host, 'data.password', password)
  const made = await host.run([
    ...[join(bin, 'initdb'), '-D', host.seen(draft), '-U', portalUser, '--encoding=UTF8'],
    ...['--auth=scram-sha-256', `--pwfile=${host.seen('data.password')}`, ...localeOf(major)],
  ])
  await rm(host.path('data.password'), { force: true })
  if (made.code !== 0)
    throw new EngineUnavailable(`PostgreSQL could not be set up: ${made.said.trim().split('\n').at(-1)}`)
  await place(host, join(draft, 'pg_hba.conf'), firstAccess)
  await rename(host.path(draft), host.path('data'))
}

/** Creates the certificate for the customers' host name. */
async function certify(host: EngineHost, name: string, now: Date): Promise<void> {
  const [certificate, key] = [join('data', 'server.crt'), join('data', 'server.key')]
  if (existsSync(host.path(key)) && isStillGood(await readText(host.path(certificate)), name, now)) return
  const made = await signOwn(name, now)
  await place(host, key, made.key)
  await place(host, certificate, made.certificate)
}

/** A PostgreSQL in a folder of the portal, started on first use. */
export function createCluster(options: ClusterOptions): Cluster {
  const { mode, folder, port, publicHost, now, log } = options
  const identity = () => findIdentity(['postgres', 'nobody'])
  const targetAt = async (at: number) => ({
    host: '127.0.0.1',
    port: at,
    user: portalUser,
    password: await readText(join(folder, 'password')),
    database: 'postgres',
  })
  const engine = createEngineProcess({
    label,
    folder,
    identity,
    address: publicHost === undefined ? '127.0.0.1' : '0.0.0.0',
    port,
    usualPort,
    async prepare(host) {
      await initialize(host, await choosePrograms(mode, host))
      if (publicHost !== undefined) await certify(host, publicHost, now())
    },
    async command(host, at) {
      const { bin, libraries } = await choosePrograms(mode, host)
      const settings = [
        ...tuning,
        `listen_addresses=${publicHost === undefined ? '127.0.0.1' : '*'}`,
        `ssl=${publicHost === undefined ? 'off' : 'on'}`,
        ...(existsSync(join(libraries, 'pg_stat_statements.so')) ? watching : []),
      ]
      return [
        ...[...limited, join(bin, 'postgres'), '-D', host.seen('data'), '-p', String(at)],
        ...settings.flatMap((setting) => ['-c', setting]),
      ]
    },
    async isReady(at) {
      const client = newClient(await targetAt(at), { connectionTimeoutMillis: 5 * second })
      try {
        await client.connect()
        return true
      } catch {
        return false
      } finally {
        await endClient(client)
      }
    },
    // Ends sessions but not their committed data ("fast").
    stopSignal: 'SIGINT',
    log,
  })
  return {
    isRunning: engine.isRunning,
    problem: engine.problem,
    stop: engine.stop,
    connect: async () => targetAt(await engine.connect()),
    async allow(names, addresses) {
      const host = await createEngineHost(folder, identity())
      const present = await readText(host.path('data', 'pg_hba.conf'))
      const wanted = changeAccess(present, names, addresses)
      if (wanted === present) return false
      await place(host, join('data', 'pg_hba.conf'), wanted)
      return true
    },
  }
}
