import { Database as Sqlite } from 'bun:sqlite'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { basename, join } from 'node:path'
import { SQL } from 'bun'
import type { Database, DatabaseDump } from '#features/databases/contract/contract.ts'
import { hasMariaDb } from '#test/support/engines/mariadb.ts'
import { hasPostgres } from '#test/support/engines/postgresql.ts'
import { type RunningServer, startServer } from '#test/support/server.ts'
import { until } from '#test/support/until.ts'
import { type FilesTemplate, makeFilesTemplate } from './files-stage.ts'
import { call, trusting, withoutSites } from './journey.ts'

export type Kind = 'postgresql' | 'mysql'

// The sources include their own PostgreSQL; the compiled portal runs the installed one.
const isCompiled = process.env.PORTAL_PROGRAM !== undefined

/** The engine kinds that a portal runs here with its default settings. */
export const kinds: Kind[] = [
  ...(hasPostgres || !isCompiled ? (['postgresql'] as const) : []),
  ...(hasMariaDb ? (['mysql'] as const) : []),
]

/** A client’s knowledge of a database: the answers it received, and the rows it inserted. */
export type KnownDatabase = { id: string; kind: Kind; password: string; rows: number; isDeleted?: boolean }

const filling = {
  postgresql: (rows: number) =>
    `create table kept as select i, md5(i::text) as t from generate_series(1, ${rows}) i`,
  mysql: (rows: number) => `create table kept as select seq as i, md5(seq) as t from seq_1_to_${rows}`,
}

const ports = { DB_POSTGRES_PORT: 'auto', DB_MYSQL_PORT: 'auto' }

export const startPortal = (dataDir: string): Promise<RunningServer> =>
  startServer({ dataDir, env: { ...trusting, ...withoutSites, ...ports } })

/** A template whose plan has room for all databases of a campaign. */
export async function makeDatabasesTemplate(): Promise<FilesTemplate> {
  const template = await makeFilesTemplate()
  const file = new Sqlite(join(template.dataDir, 'portal.db'), { readwrite: true })
  file.run(`update pricing_plans set limits = json_set(limits, '$.databases', 100)`)
  file.close()
  return template
}

const readText = (path: string): string => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

const folderOf = (pid: number): string => {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return ''
  }
}

/** Every process of an engine, including orphans: its command line, working folder or mounts name the engine’s folder. */
export function processesOf(dataDir: string, kind: Kind): number[] {
  const folder = join(basename(dataDir), 'engines', kind)
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && pid !== process.pid)
    .filter((pid) => {
      const files = ['cmdline', 'mountinfo'].map((name) => readText(`/proc/${pid}/${name}`))
      return [...files, folderOf(pid)].some((text) => text.includes(folder))
    })
}

/** Null for a process that has ended meanwhile. */
const parentOf = (pid: number): number | null => {
  const found = /^PPid:\s+(\d+)/m.exec(readText(`/proc/${pid}/status`))
  return found ? Number(found[1]) : null
}

/** Processes without a parent in the same engine: more than one means that an engine runs twice. */
export function enginesOf(dataDir: string, kind: Kind): number[] {
  const all = processesOf(dataDir, kind)
  return all.filter((pid) => {
    const parent = parentOf(pid)
    return parent !== null && !all.includes(parent)
  })
}

function signal(pids: number[], name: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, name)
    } catch {
      // The process has ended meanwhile.
    }
  }
}

/** Sends a signal to every process of every engine. */
export const signalEngines = (dataDir: string, name: NodeJS.Signals): void => {
  for (const kind of kinds) signal(processesOf(dataDir, kind), name)
}

/** A connection as an application opens it, with the connection strings that the portal shows. */
export function connect({ connection }: Database, kind: Kind, password: string): SQL {
  const { host, port, database, username } = connection
  if (host === null || port === null) throw new Error('the database has no address')
  const adapter = kind === 'mysql' ? 'mysql' : 'postgres'
  return new SQL({ adapter, hostname: host, port, username, password, database, max: 1 })
}

/** One statement in its own connection. */
export async function query(
  database: Database,
  { kind, password }: Pick<KnownDatabase, 'kind' | 'password'>,
  statement: string,
): Promise<Record<string, unknown>[]> {
  const client = connect(database, kind, password)
  try {
    return await client.unsafe(statement)
  } finally {
    await client.close({ timeout: 0 })
  }
}

/** The calls of the template’s customer to the portal that is running. */
export function customerOf(
  { customer, serviceId }: Pick<FilesTemplate, 'customer' | 'serviceId'>,
  portal: () => RunningServer,
) {
  const send = (path: string, json?: unknown) => call(portal().url + path, { cookie: customer, json })
  const taken = async <T>(answer: Response | Promise<Response>): Promise<T> => {
    const { ok, status } = await answer
    const body = await (await answer).json()
    if (!ok) throw new Error(`answered ${status}: ${JSON.stringify(body)}`)
    return body as T
  }
  /** Reads again when a busy portal answers 503. */
  const read = async <T>(path: string): Promise<T> => {
    const answer = await send(path)
    return answer.status === 503 ? Bun.sleep(200).then(() => read<T>(path)) : taken<T>(answer)
  }
  const list = () => read<Database[]>('/api/databases')
  const find = async (id: string) => (await list()).find((each) => each.id === id)
  const create = async (kind: Kind, name: string, password = `first of ${name}`) => {
    const json = { serviceId, dbName: name, dbUser: name, dbPassword: password, dbType: kind }
    return taken<Database>(send('/api/databases', json))
  }
  const untilActive = (id: string) =>
    until(`an active ${id}`, async () => {
      const found = await find(id)
      return found?.status === 'active' && found.reason === null && found
    })
  return {
    send,
    taken,
    list,
    create,
    untilActive,
    dumps: () => read<DatabaseDump[]>('/api/databases/dumps'),
    engines: () => read<{ type: string; isConnected: boolean }[]>('/api/databases/engines'),
    remove: (id: string) =>
      taken(
        fetch(`${portal().url}/api/databases/${id}`, {
          method: 'DELETE',
          headers: { cookie: customer },
          keepalive: false,
        }),
      ),
    restore: (id: string) => taken<Database>(send(`/api/databases/dumps/${id}/restore`, {})),
    changePassword: (id: string, password: string) =>
      taken<Database>(send(`/api/databases/${id}/password`, { password })),
    /** A database created in the engine, with the given number of rows. */
    async make(kind: Kind, name: string, rows: number): Promise<KnownDatabase> {
      const { id } = await create(kind, name)
      const known = { id, kind, password: `first of ${name}`, rows }
      await query(await untilActive(id), known, filling[kind](rows))
      return known
    },
    import: (id: string, body: BodyInit, headers: Record<string, string> = {}) =>
      fetch(`${portal().url}/api/databases/${id}/import`, {
        method: 'POST',
        body,
        headers: { cookie: customer, ...headers },
        keepalive: false,
      }),
  }
}

export type Customer = ReturnType<typeof customerOf>
