import { join } from 'node:path'
import type { Logger } from '#server/log.ts'
import type { Env } from '#server/settings.ts'
import type { Endpoint, EngineNames } from '../../../contract/database-engine.ts'
import type { NoEngine } from '../../off-engine.ts'
import type { Target } from '../admin.ts'
import { createCluster } from './cluster.ts'
import { findEmbedded, findManaged } from './programs.ts'

export type ServerOptions = {
  env: Pick<Env, 'DATA_DIR' | 'SHARED_DATA' | 'DB_POSTGRES' | 'DB_POSTGRES_PORT' | 'DB_PUBLIC_HOST'>
  now: () => Date
  log: Pick<Logger, 'info' | 'warn'>
}

/** The PostgreSQL server in use, embedded, managed or external. */
export type Server = {
  mode: 'embedded' | 'managed' | 'remote'
  remoteAccessProblem: string | null
  /** Whether it runs, without asking it. */
  isRunning(): boolean
  problem(): string | null
  /** Starts it if necessary. @throws EngineUnavailable */
  connect(): Promise<{ target: Target; endpoint: Endpoint }>
  /** Allows exactly these external addresses; true when the server has to reload. */
  allow(names: EngineNames, addresses: readonly string[]): Promise<boolean>
  stop(): Promise<void>
}

const remoteProblem = 'The PostgreSQL server is managed externally. Allowed addresses are set there.'
const loopbackProblem = 'This installation offers databases only to programs on its own machine.'

// As libpq's sslmode; the JavaScript driver has these three.
const tls = (mode: string | null): Target['ssl'] => {
  if (mode === 'verify-full' || mode === 'verify-ca') return true
  return mode === 'require' || mode === 'prefer' ? { rejectUnauthorized: false } : false
}

function remote(url: URL): Server {
  const endpoint = { host: url.hostname.replace(/^\[|\]$/g, ''), port: Number(url.port || 5432) }
  const target = {
    ...endpoint,
    user: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
    database: decodeURIComponent(url.pathname.slice(1)) || 'postgres',
    ssl: tls(url.searchParams.get('sslmode')),
  }
  return {
    mode: 'remote',
    remoteAccessProblem: remoteProblem,
    isRunning: () => true,
    problem: () => null,
    connect: async () => ({ target, endpoint }),
    allow: async () => false,
    async stop() {},
  }
}

const install =
  'Install PostgreSQL (on Debian: apt-get install postgresql), or set DB_POSTGRES to the address of a server.'

const notEmbedded =
  'This build does not include PostgreSQL. Set DB_POSTGRES to managed, with PostgreSQL installed, or to the address of a server.'

/** The server of DB_POSTGRES; unset, the embedded one, else an installed one. */
export function chooseServer({ env, now, log }: ServerOptions): Server | NoEngine {
  const { DB_POSTGRES: wanted, DB_PUBLIC_HOST: publicHost } = env
  if (wanted instanceof URL) return remote(wanted)
  if (wanted === 'off') return { advice: 'Set DB_POSTGRES to embedded, managed or the address of a server.' }
  if (env.SHARED_DATA)
    return { advice: 'Set DB_POSTGRES to the address of a server that all nodes can reach.' }
  const mode = wanted ?? (findEmbedded() === null ? 'managed' : 'embedded')
  if (mode === 'embedded' && findEmbedded() === null) return { advice: notEmbedded, isMissing: true }
  if (mode === 'managed' && findManaged().length === 0)
    return { advice: install, isMissing: wanted === 'managed' }
  const cluster = createCluster({
    mode,
    folder: join(env.DATA_DIR, 'engines', 'postgresql'),
    port: env.DB_POSTGRES_PORT,
    publicHost,
    now,
    log,
  })
  return {
    ...cluster,
    mode,
    remoteAccessProblem: publicHost === undefined ? loopbackProblem : null,
    async connect() {
      const target = await cluster.connect()
      return { target, endpoint: { host: publicHost ?? target.host, port: target.port } }
    },
  }
}
