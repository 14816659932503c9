import { StoreUnavailable } from '#db/errors.ts'
import { readEnv } from '#env'
import { version } from '#server/version.ts'
import { admin } from './commands/admin.ts'
import { audit } from './commands/audit.ts'
import { backup, restore } from './commands/backup.ts'
import { adopt, migrate, move } from './commands/data.ts'
import { doctor } from './commands/doctor.ts'
import { openapi } from './commands/openapi.ts'
import { serve } from './commands/serve.ts'
import { stop } from './commands/stop.ts'
import { help, UsageError } from './commands/usage.ts'

type Command = (env: ReturnType<typeof readEnv>, args: string[]) => Promise<void>

const commands: Record<string, Command> = {
  serve,
  stop,
  admin,
  adopt,
  migrate,
  move,
  backup,
  restore,
  doctor,
  audit,
  openapi,
}

const print = (text: string): void => void process.stdout.write(`${text}\n`)

async function main([name = 'serve', ...args]: string[]): Promise<void> {
  if (name === '--help' || name === 'help') return print(help)
  if (name === 'version' || name === '--version') return print(version)
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!command) throw new UsageError(help)
  await command(readEnv(), args)
}

// By default only its user can read files written by this program.
process.umask(0o077)

const unavailable: Record<StoreUnavailable['reason'], string> = {
  busy: 'another process holds the database; try again in a moment',
  full: 'the database disk is full',
  connection: 'the database is unreachable, or its disk fails or is not writable',
  fenced: "another node has taken over this one's work",
  slow: 'the database took too long to answer; try again in a moment',
}

function sentenceOf(error: unknown): string {
  if (error instanceof StoreUnavailable) return unavailable[error.reason]
  const message = error instanceof Error ? error.message : 'unknown failure'
  return error instanceof UsageError ? `usage: ${message}` : message
}

main(Bun.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`portal: ${sentenceOf(error)}\n`)
  process.exit(1)
})
