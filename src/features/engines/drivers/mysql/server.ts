import { join } from 'node:path'
import type { Logger } from '#server/log.ts'
import type { Env } from '#server/settings.ts'
import type { Endpoint } from '../../contract/database-engine.ts'
import type { NoEngine } from '../off-engine.ts'
import type { Target } from './connection.ts'
import { createMariaDb, findMariaDb } from './mariadb.ts'

export type ServerOptions = {
  env: Pick<Env, 'DATA_DIR' | 'SHARED_DATA' | 'DB_MYSQL' | 'DB_MYSQL_PORT' | 'DB_PUBLIC_HOST'>
  now: () => Date
  log: Pick<Logger, 'info' | 'warn'>
}

/** The MySQL server in use, managed or external. */
export type Server = {
  mode: 'managed' | 'remote'
  remoteAccessProblem: string | null
  /** Whether it runs, without asking it. */
  isRunning(): boolean
  problem(): string | null
  /** Starts it if necessary. @throws EngineUnavailable */
  connect(): Promise<{ target: Target; endpoint: Endpoint }>
  stop(): Promise<void>
}

// As `--ssl-mode` of the mysql client.
const tls = (mode: string | null): Pick<Target, 'ssl'> => {
  if (mode === 'VERIFY_IDENTITY' || mode === 'VERIFY_CA') return { ssl: {} }
  return mode === 'REQUIRED' ? { ssl: { rejectUnauthorized: false } } : {}
}

function remote(url: URL, publicHost: string | undefined): Server {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const port = Number(url.port || 3_306)
  const target = {
    ...{ host, port, user: decodeURIComponent(url.username), password: decodeURIComponent(url.password) },
    ...tls(url.searchParams.get('ssl-mode')),
  }
  return {
    mode: 'remote',
    remoteAccessProblem: null,
    isRunning: () => true,
    problem: () => null,
    connect: async () => ({ target, endpoint: { host: publicHost ?? host, port } }),
    async stop() {},
  }
}

/** The server of DB_MYSQL; unset, a MariaDB installed here. Without either, advice for the operator. */
export function chooseServer({ env, now, log }: ServerOptions): Server | NoEngine {
  const { DB_MYSQL: wanted, DB_PUBLIC_HOST: publicHost } = env
  if (wanted instanceof URL) return remote(wanted, publicHost)
  if (wanted === 'off') return { advice: 'Set DB_MYSQL to managed or to the address of a server.' }
  if (env.SHARED_DATA) return { advice: 'Set DB_MYSQL to the address of a server that all nodes can reach.' }
  const program = findMariaDb()
  if (program === null)
    return {
      advice:
        'Install MariaDB (on Debian: apt-get install mariadb-server), or set DB_MYSQL to the address of a server.',
      isMissing: wanted === 'managed',
    }
  const folder = join(env.DATA_DIR, 'engines', 'mysql')
  const server = createMariaDb({ program, folder, port: env.DB_MYSQL_PORT, publicHost, now, log })
  return {
    ...server,
    mode: 'managed',
    remoteAccessProblem:
      publicHost === undefined
        ? 'This installation offers databases only to programs on its own machine.'
        : null,
    async connect() {
      const target = await server.connect()
      return { target, endpoint: { host: publicHost ?? String(target.host), port: target.port } }
    },
  }
}
