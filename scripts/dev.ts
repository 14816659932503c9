import { watch } from 'node:fs'
import { join, resolve } from 'node:path'
import { buildClient } from './build.ts'
import { demo, makeDemoAccounts } from './demo-accounts.ts'

// `bun dev`: the portal on ./data-dev; a change of a source builds and starts it anew, and open pages reload.

const root = resolve(import.meta.dir, '..')
const settleMs = 120

const settings = {
  PORT: '3000',
  DATA_DIR: join(root, 'data-dev'),
  ADMIN_EMAIL: demo.administrator.email,
  ADMIN_MOBILE: demo.administrator.mobile,
  ADMIN_PASSWORD: demo.password,
}

type Server = { url: string; stop(): Promise<void> }

/** The portal as a child process, once it listens; null when it ended before. */
async function startServer(): Promise<Server | null> {
  const child = Bun.spawn([process.execPath, join(root, 'src/main.ts'), 'serve'], {
    cwd: root,
    env: { ...settings, ...process.env, NODE_ENV: 'development' },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'inherit',
  })
  const { promise, resolve: settle } = Promise.withResolvers<string | null>()
  void echo(child.stdout, settle).then(() => settle(null))
  const url = await promise
  const stop = async () => {
    child.kill('SIGTERM')
    await child.exited
  }
  return url === null ? null : { url, stop }
}

/** Copies the log to the screen and tells the address when it appears in it. */
async function echo(stream: ReadableStream<Uint8Array>, tell: (url: string) => void): Promise<void> {
  const decoder = new TextDecoder()
  for await (const chunk of stream) {
    const text = decoder.decode(chunk, { stream: true })
    process.stdout.write(text)
    const url = /"msg":"listening","url":"([^"]+)"/.exec(text)?.[1]
    if (url) tell(url)
  }
}

const build = () => buildClient({ minify: false, outdir: join(root, 'dist/client') })

/** Calls `run` after each burst of changes, never twice at the same time. */
function onChange(folders: string[], run: () => Promise<void>): void {
  let timer: Timer | undefined
  let current = Promise.resolve()
  const soon = () => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      current = current.then(run)
    }, settleMs)
  }
  for (const folder of folders) watch(join(root, folder), { recursive: true }, soon)
}

await build()
let server = await startServer()
if (server) {
  await makeDemoAccounts(server.url)
  console.log(`\n  ${server.url}`)
  for (const [role, { email }] of Object.entries({
    administrator: demo.administrator,
    customer: demo.customer,
  }))
    console.log(`  ${role.padEnd(14)} ${email}  ${demo.password}`)
  console.log('')
}

onChange(['src', 'db', 'public'], async () => {
  try {
    await build()
    await server?.stop()
    server = await startServer()
  } catch (error) {
    // A source that does not build is mended with the next change.
    console.error(error)
  }
})

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, async () => {
    await server?.stop()
    process.exit(0)
  })
}
