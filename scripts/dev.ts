import { watch } from 'node:fs'
import { join, resolve } from 'node:path'
import { clientFolder } from '#server/http/client.ts'
import { logFormats, readEntry, writeText } from '#server/log-format.ts'
import { openScreen } from '#server/screen.ts'
import { buildClient } from './build/client.ts'
import { demo, makeDemoAccounts } from './demo-accounts.ts'

// `bun dev`: the portal on ./data-dev; a source change rebuilds and restarts it, and open pages reload.

const root = resolve(import.meta.dir, '..')
const settleMs = 120
/** The delay before a crashed portal is restarted. */
const againMs = 1_000

const settings = {
  PORT: '3000',
  DATA_DIR: join(root, 'data-dev'),
  ADMIN_EMAIL: demo.administrator.email,
  ADMIN_MOBILE: demo.administrator.mobile,
  ADMIN_PASSWORD: demo.password,
}

const { LOG_FORMAT, NO_COLOR } = process.env
const screen = openScreen({ LOG_FORMAT: logFormats.find((format) => format === LOG_FORMAT), NO_COLOR })

type Server = {
  url: string
  /** Called when it ends unexpectedly. */
  lost: Promise<void>
  stop(): Promise<void>
}

/** The portal as a child process, once it listens; null when it ended before. */
async function startServer(port: Record<string, string> = {}): Promise<Server | null> {
  const child = Bun.spawn([process.execPath, join(root, 'src/app/main.ts'), 'serve'], {
    cwd: root,
    // The address is parsed from JSON.
    env: { ...settings, ...process.env, ...port, NODE_ENV: 'development', LOG_FORMAT: 'json' },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'inherit',
  })
  const { promise, resolve: settle } = Promise.withResolvers<string | null>()
  void echo(child.stdout, settle).then(() => settle(null))
  const url = await promise
  const lost = Promise.withResolvers<void>()
  let isStopped = false
  void child.exited.then(() => isStopped || lost.resolve())
  const stop = async () => {
    isStopped = true
    // Ends its child processes too: their programs may have changed.
    child.kill('SIGINT')
    await child.exited
  }
  return url === null ? null : { url, lost: lost.promise, stop }
}

/** Copies the log to the screen and reports the address when it appears. */
async function echo(stream: ReadableStream<Uint8Array>, tell: (url: string) => void): Promise<void> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of stream) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      const entry = readEntry(line)
      screen.line(entry && screen.format === 'text' ? writeText(entry, screen.isColoured) : line)
      const url = entry?.msg === 'listening' ? entry.fields.url : undefined
      if (typeof url === 'string') tell(url)
    }
  }
}

const build = () => buildClient({ minify: false, outdir: clientFolder('development') })

let current = Promise.resolve()

/** Runs requests one after the other. */
function inTurn(work: () => Promise<void>): void {
  // A source that does not build is fixed by the next change.
  current = current.then(work).catch((error) => console.error(error))
}

/** Calls `run` after each burst of changes. */
function onChange(folders: string[], run: () => void): void {
  let timer: Timer | undefined
  const soon = () => {
    clearTimeout(timer)
    timer = setTimeout(run, settleMs)
  }
  for (const folder of folders) watch(join(root, folder), { recursive: true }, soon)
}

function printAccounts(url: string): void {
  console.log(`\n  ${url}`)
  for (const [role, { email }] of Object.entries({
    administrator: demo.administrator,
    customer: demo.customer,
  }))
    console.log(`  ${role.padEnd(14)} ${email}  ${demo.password}`)
  console.log('')
}

await screen.step('Building the client', build)
let server = await startServer()
if (!server) process.exit(1)
await makeDemoAccounts(server.url)
// Also where the system chose the port, so that open pages find it again.
const port = { PORT: new URL(server.url).port }
let isEnding = false

async function start(): Promise<void> {
  if (isEnding) return
  await server?.stop()
  server = await startServer(port)
  watchOver(server)
}

/** Restarts a portal that was killed or ran out of memory. */
function watchOver(running: Server | null): void {
  void running?.lost.then(() => {
    console.error('The portal has ended. Restarting…')
    inTurn(async () => {
      await Bun.sleep(againMs)
      if (server === running) await start()
    })
  })
}

watchOver(server)
onChange(['src', 'db', 'public'], () =>
  inTurn(async () => {
    await build()
    await start()
  }),
)

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, async () => {
    isEnding = true
    await current
    await server?.stop()
    process.exit(0)
  })
}
printAccounts(server.url)
