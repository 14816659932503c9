import { type Dump, EngineRefused } from '../database-engine.ts'
import type { Target } from './connection.ts'

const install =
  'Writing down a MySQL database needs mariadb-dump (on Debian: apt-get install mariadb-client).'

// Everything of one database as of one moment, whatever bytes it has, and nothing that only an administrator may load.
const options = [
  ...['--single-transaction', '--quick', '--skip-lock-tables', '--routines', '--triggers', '--events'],
  ...['--hex-blob', '--no-tablespaces', '--default-character-set=utf8mb4', '--skip-dump-date'],
]

const findProgram = (): string | null => Bun.which('mariadb-dump') ?? Bun.which('mysqldump')

async function versionOf(program: string): Promise<string | null> {
  const child = Bun.spawn([program, '--version'], { env: {}, stdio: ['ignore', 'pipe', 'ignore'] })
  const said = await new Response(child.stdout).text()
  return (/Distrib ([\d.]+)/.exec(said) ?? /Ver ([\d.]+)/.exec(said))?.[1] ?? null
}

/** As `DatabaseEngine.dump`, by the program of MariaDB or MySQL, which connects as the portal. */
export async function dump(target: Target, database: string, signal: AbortSignal): Promise<Dump> {
  const program = findProgram()
  if (program === null) throw new EngineRefused(install)
  const version = await versionOf(program)
  signal.throwIfAborted()
  const child = Bun.spawn(
    [
      ...[program, '--no-defaults', '--protocol=TCP', `--host=${target.host}`, `--port=${target.port}`],
      ...[`--user=${target.user}`, ...(target.ssl === undefined ? [] : ['--ssl']), ...options, database],
    ],
    { env: { MYSQL_PWD: String(target.password) }, stdio: ['ignore', 'pipe', 'pipe'], signal },
  )
  const said = new Response(child.stderr).text()
  const ended = async () => {
    if ((await child.exited) === 0) return
    signal.throwIfAborted()
    throw new EngineRefused(`The database could not be written down: ${(await said).trim().slice(0, 500)}`)
  }
  const reader = child.stdout.getReader()
  // What cannot even begin is said at once.
  const first = await reader.read()
  if (first.done) await ended()
  let next: typeof first | null = first
  const content = new ReadableStream<Uint8Array>(
    {
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
  return { tool: { name: program.endsWith('mysqldump') ? 'mysqldump' : 'mariadb-dump', version }, content }
}
