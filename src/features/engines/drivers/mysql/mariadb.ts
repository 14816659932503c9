import { existsSync } from 'node:fs'
import { chmod, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import type { Logger } from '#server/log.ts'
import { type EngineHost, findIdentity } from '#server/system/programs/engine-host.ts'
import {
  createEngineProcess,
  type EngineProcess,
  type PortSetting,
} from '#server/system/programs/engine-process.ts'
import { EngineUnavailable } from '#server/system/programs/engine-unavailable.ts'
import { isStillGood, signOwn } from '#server/system/programs/self-signed.ts'
import { makeDraft, sweepDrafts } from '../data-draft.ts'
import { ask, openAdmin, quoteText, type Target } from './connection.ts'

export type MariaDbOptions = {
  program: string
  /** Its folder, below DATA_DIR. */
  folder: string
  port: PortSetting
  /** Host name for customers; without one it listens on loopback. */
  publicHost: string | undefined
  now: () => Date
  log: Pick<Logger, 'info' | 'warn'>
}

const adminName = 'portal_admin'
const address = '127.0.0.1'

/** The server program, often only on the administrator's path (as on Debian); null when it is not installed. */
export const findMariaDb = (): string | null =>
  Bun.which('mariadbd') ??
  ['/usr/sbin/mariadbd', '/usr/local/sbin/mariadbd', '/usr/local/bin/mariadbd'].find((path) =>
    existsSync(path),
  ) ??
  null

// Little memory, no files but its own, no plugins, no name lookups.
const settings = [
  ...['--skip-name-resolve', '--skip-symbolic-links', '--local-infile=0', '--event-scheduler=OFF'],
  ...['--character-set-server=utf8mb4', '--max-allowed-packet=64M', '--max-connections=300'],
  ...['--innodb-buffer-pool-size=64M', '--innodb-log-file-size=32M', '--key-buffer-size=1M'],
  ...['--aria-pagecache-buffer-size=8M', '--table-open-cache=400', '--open-files-limit=4096'],
  ...['--performance-schema=ON', '--performance-schema-digests-size=1000'],
  '--performance-schema-instrument=%=OFF',
  '--performance-schema-instrument=statement/%=ON',
]

/** The folders before the first start: complete, or absent. */
async function prepare(host: EngineHost): Promise<void> {
  await host.makeOwn('tmp')
  // The only folder for file access in statements, empty and closed.
  await mkdir(host.path('none'), { recursive: true })
  await chmod(host.path('none'), 0o555)
  await sweepDrafts(host)
  if (existsSync(host.path('data'))) return
  const draft = await makeDraft(host)
  const { code, said } = await host.run([
    'mariadb-install-db',
    '--no-defaults',
    `--datadir=${host.seen(draft)}`,
    `--tmpdir=${host.seen('tmp')}`,
    ...[
      '--basedir=/usr',
      '--auth-root-authentication-method=normal',
      '--skip-test-db',
      '--skip-name-resolve',
    ],
    '--innodb-log-file-size=32M',
  ])
  if (code !== 0)
    throw new EngineUnavailable(
      `MariaDB could not create its data folder: ${/.*(?:error|denied|cannot|fail).*/i.exec(said)?.[0].trim() ?? code}`,
    )
  await rename(host.path(draft), host.path('data'))
}

/** The portal's password, in a file that only its own user can read. */
async function passwordOf(folder: string): Promise<string> {
  const file = `${folder}/admin`
  const known = await readFile(file, 'utf8').catch(() => '')
  if (known !== '') return known
  const password = crypto.getRandomValues(new Uint8Array(24)).toHex()
  await mkdir(folder, { recursive: true })
  await writeFile(`${file}.new`, password, { mode: 0o600 })
  await rename(`${file}.new`, file)
  return password
}

/** Setup before anyone can connect: the portal becomes the only administrator. */
async function writeInit(host: EngineHost, password: string): Promise<void> {
  const name = `${quoteText(adminName)}@${quoteText(address)}`
  const statements = [
    "DELETE FROM mysql.global_priv WHERE User IN ('', 'root', 'mysql')",
    'FLUSH PRIVILEGES',
    `CREATE OR REPLACE USER ${name} IDENTIFIED BY ${quoteText(password)}`,
    `GRANT ALL PRIVILEGES ON *.* TO ${name} WITH GRANT OPTION`,
  ]
  await rm(host.path('init.sql'), { force: true })
  await writeFile(host.path('init.sql'), `${statements.join(';\n')};\n`, { mode: 0o400 })
  await host.give('init.sql')
}

/** The certificate for external connections, renewed when it expires or the name changes. */
async function certify(host: EngineHost, name: string, now: Date): Promise<string[]> {
  const present = await readFile(host.path('server.crt'), 'utf8').catch(() => '')
  if (!isStillGood(present, name, now)) {
    const { certificate, key } = await signOwn(name, now)
    await rm(host.path('server.key'), { force: true })
    await writeFile(host.path('server.key'), key, { mode: 0o400 })
    await writeFile(host.path('server.crt'), certificate)
  }
  await Promise.all(['server.key', 'server.crt'].map((name) => host.give(name)))
  return [`--ssl-cert=${host.seen('server.crt')}`, `--ssl-key=${host.seen('server.key')}`]
}

async function answers(target: Target): Promise<boolean> {
  try {
    const connection = await openAdmin(target)
    await ask(connection, 'SELECT 1').finally(() => connection.end())
    return true
  } catch {
    return false
  }
}

export type MariaDb = Omit<EngineProcess, 'connect'> & {
  /** @throws EngineUnavailable */
  connect(): Promise<Target & { port: number }>
}

/** A MariaDB on this machine with its own data folder. */
export function createMariaDb({ program, folder, port, publicHost, now, log }: MariaDbOptions): MariaDb {
  let password: string | null = null
  const targetAt = async (at: number) => {
    password ??= await passwordOf(folder)
    return { host: address, port: at, user: adminName, password }
  }
  const server = createEngineProcess({
    label: 'MariaDB',
    folder,
    identity: () => findIdentity(['mysql', 'nobody']),
    address: publicHost === undefined ? address : '0.0.0.0',
    port,
    usualPort: 3_306,
    prepare,
    async command(host, at) {
      await writeInit(host, (await targetAt(at)).password)
      return [
        program,
        '--no-defaults',
        `--datadir=${host.seen('data')}`,
        `--tmpdir=${host.seen('tmp')}`,
        `--pid-file=${host.seen('tmp', 'pid')}`,
        `--init-file=${host.seen('init.sql')}`,
        `--secure-file-priv=${host.seen('none')}`,
        `--plugin-dir=${host.seen('none')}`,
        // Below the data folder, where no one else has access.
        '--socket=mysql.sock',
        `--port=${at}`,
        `--bind-address=${publicHost === undefined ? address : '*'}`,
        ...(publicHost === undefined ? ['--skip-ssl'] : await certify(host, publicHost, now())),
        ...settings,
      ]
    },
    isReady: async (at) => answers(await targetAt(at)),
    stopSignal: 'SIGTERM',
    log,
  })
  return { ...server, connect: async () => targetAt(await server.connect()) }
}
