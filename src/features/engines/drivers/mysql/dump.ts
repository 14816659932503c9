import { EngineBusy, EngineRefused } from '#server/system/programs/engine-refused.ts'
import { second } from '#shared/time.ts'
import type { Dump } from '../../contract/database-engine.ts'
import { type Admin, quoteName, quoteText, type Target } from './connection.ts'

const install = 'Exporting a MySQL database needs mariadb-dump (on Debian: apt-get install mariadb-client).'

// Everything of one database in a consistent snapshot, binary-safe, without anything that only an administrator may load.
const options = [
  ...['--single-transaction', '--quick', '--skip-lock-tables', '--routines', '--triggers', '--events'],
  ...['--hex-blob', '--no-tablespaces', '--default-character-set=utf8mb4', '--skip-dump-date'],
]

const findProgram = (): string | null => Bun.which('mariadb-dump') ?? Bun.which('mysqldump')

/** The program's version line. */
async function readHelp(program: string): Promise<{ version: string | null; hasHistory: boolean }> {
  const child = Bun.spawn([program, '--no-defaults', '--help'], {
    env: {},
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const said = await new Response(child.stdout).text()
  const version = (/Distrib ([\d.]+)/.exec(said) ?? /Ver ([\d.]+)/.exec(said))?.[1] ?? null
  return { version, hasHistory: said.includes('--dump-history') }
}

type Contents = { history: 'none' | 'timestamps' | 'other'; brokenViews: Map<string, string> }

/** Customers can load a table's history from this MariaDB version on. */
const takesHistory = (version: string): boolean => {
  const [major = 0, minor = 0] = version.split('.').map((part) => Number.parseInt(part, 10))
  return /mariadb/i.test(version) && (major > 10 || (major === 10 && minor >= 11))
}

async function readHistory(admin: Admin, database: string, version: string): Promise<Contents['history']> {
  if (!/mariadb/i.test(version)) return 'none'
  const versioned = await admin.ask(
    `SELECT 1 FROM information_schema.TABLES WHERE TABLE_SCHEMA = ${quoteText(database)} AND TABLE_TYPE = 'SYSTEM VERSIONED' LIMIT 1`,
  )
  if (versioned.length === 0) return 'none'
  // History by transaction IDs is meaningful on its own server only.
  const byNumber = await admin.ask(
    `SELECT 1 FROM information_schema.COLUMNS WHERE TABLE_SCHEMA = ${quoteText(database)}
     AND GENERATION_EXPRESSION = 'ROW START' AND DATA_TYPE = 'bigint' LIMIT 1`,
  )
  return byNumber.length > 0 ? 'other' : 'timestamps'
}

/** Broken views with their definitions: views of objects that no longer exist cannot be read or dumped. */
async function findBrokenViews(admin: Admin, database: string): Promise<Map<string, string>> {
  const broken = new Map<string, string>()
  const views = await admin.ask<{ name: string }>(
    `SELECT TABLE_NAME AS name FROM information_schema.VIEWS WHERE TABLE_SCHEMA = ${quoteText(database)}`,
  )
  for (const { name } of views) {
    const place = `${quoteName(database)}.${quoteName(name)}`
    try {
      await admin.ask(`SHOW FIELDS FROM ${place}`)
    } catch (error) {
      if (!(error instanceof EngineRefused)) throw error
      const [row] = await admin.ask<Record<string, string>>(`SHOW CREATE VIEW ${place}`)
      broken.set(name, row?.['Create View'] ?? '')
    }
  }
  return broken
}

const comment = (text: string): string =>
  text
    .split(/\r\n|[\r\n]/)
    .map((line) => `-- ${line}\n`)
    .join('')

/** Comments in a dump about missing parts. */
function preface({ history, brokenViews }: Contents, hasHistory: boolean): string {
  const parts = [...brokenViews].map(
    ([name, statement]) =>
      `The view ${name} reads tables or columns that no longer exist, so it is left out. It was created by: ${statement}`,
  )
  if (history !== 'none' && !hasHistory)
    parts.unshift(
      'System-versioned tables are included without their history, which this server or its client cannot export.',
    )
  return parts.map(comment).join('--\n')
}

const lookMs = 5 * second
/** Limits the wait for a locked table. */
const lockSeconds = 30
/** The program's message for a killed statement. */
const interrupted = /\(1317\)/

/**
 * Kills statements of the portal's programs that wait for a locked table of the database, until the returned function is called.
 */
function limitWaits({ ending }: Admin, database: string): () => void {
  const look = async () => {
    const waiting = await ending.ask<{ id: number }>(
      `SELECT ID AS id FROM information_schema.PROCESSLIST
       WHERE USER = substring_index(user(), '@', 1) AND DB = ${quoteText(database)}
         AND STATE LIKE 'Waiting for%lock' AND TIME >= ${lockSeconds}`,
    )
    for (const { id } of waiting) await ending.ask(`KILL QUERY ${Number(id)}`)
  }
  const timer = setInterval(() => void look().catch(() => {}), lookMs)
  return () => clearInterval(timer)
}

/** As `DatabaseEngine.dump`, using the client program of MariaDB or MySQL as the portal's user. */
export async function dump(
  { target, admin, version }: { target: Target; admin: Admin; version: string },
  database: string,
  signal: AbortSignal,
): Promise<Dump> {
  const program = findProgram()
  if (program === null) throw new EngineRefused(install)
  const tool = await readHelp(program)
  const contents = {
    history: await readHistory(admin, database, version),
    brokenViews: await findBrokenViews(admin, database),
  }
  const hasHistory = contents.history === 'timestamps' && tool.hasHistory && takesHistory(version)
  signal.throwIfAborted()
  const child = Bun.spawn(
    [
      ...[program, '--no-defaults', '--protocol=TCP', `--host=${target.host}`, `--port=${target.port}`],
      ...[`--user=${target.user}`, ...(target.ssl === undefined ? [] : ['--ssl']), ...options],
      ...(hasHistory ? ['--dump-history'] : []),
      ...[...contents.brokenViews.keys()].map((name) => `--ignore-table=${database}.${name}`),
      database,
    ],
    { env: { MYSQL_PWD: String(target.password) }, stdio: ['ignore', 'pipe', 'pipe'], signal },
  )
  void child.exited.finally(limitWaits(admin, database))
  const said = new Response(child.stderr).text()
  const ended = async () => {
    if ((await child.exited) === 0) return
    signal.throwIfAborted()
    const why = new EngineRefused(`The export failed: ${(await said).trim().slice(0, 500)}`)
    throw interrupted.test(why.message) ? new EngineBusy(why) : why
  }
  const reader = child.stdout.getReader()
  // A dump that fails to start must fail before the first byte.
  const first = await reader.read()
  if (first.done) await ended()
  let next: typeof first | null = first
  const before = preface(contents, hasHistory)
  const content = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        if (before !== '') controller.enqueue(Buffer.from(before))
      },
      async pull(controller) {
        const { done, value } = next ?? (await reader.read())
        next = null
        if (value) return controller.enqueue(value)
        if (done) await ended()
        controller.close()
      },
      async cancel() {
        child.kill('SIGKILL')
        await child.exited
      },
    },
    { highWaterMark: 0 },
  )
  const name = program.endsWith('mysqldump') ? 'mysqldump' : 'mariadb-dump'
  return { tool: { name, version: tool.version }, content }
}
