import { afterAll, beforeAll, expect, test } from 'bun:test'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { cp, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { until } from '#test/support/until.ts'
import { demo } from '../../scripts/demo-accounts.ts'
import { signIn } from './journey.ts'

// `bun dev` as in README.md, on a copy of the sources, so that it sees only this test’s changes.

const root = resolve(import.meta.dir, '../..')
const copied = ['src', 'db', 'public', 'scripts', 'package.json', 'tsconfig.json', 'bun.lock']
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portal-dev-'))
  for (const name of copied) await cp(join(root, name), join(folder, name), { recursive: true })
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

function startDev() {
  const { PATH = '', HOME = '' } = process.env
  const settings = {
    PORT: 'auto',
    DNS_PORT: '0',
    MAIL_SMTP_PORT: '0',
    MAIL_SUBMISSION_PORT: '0',
    SITES_PORT: '0',
    SERVER_DRIVER: 'off',
    DATA_DIR: join(folder, 'data'),
  }
  const child = Bun.spawn([process.execPath, 'run', 'dev'], {
    cwd: folder,
    env: { PATH, HOME, ...settings },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'inherit',
  })
  const said = { text: '' }
  const listen = async () => {
    const decoder = new TextDecoder()
    for await (const chunk of child.stdout) said.text += decoder.decode(chunk, { stream: true })
  }
  void listen()
  return { child, said }
}

const textOf = (url: string): Promise<string> =>
  fetch(url).then(
    (answer) => answer.text(),
    () => '',
  )

/** The start id that a page receives: when it changes, the page reloads. */
async function startOf(url: string): Promise<string> {
  const stream = (await fetch(`${url}/api/dev/events`)).body?.getReader()
  const first = await stream?.read()
  await stream?.cancel()
  return new TextDecoder().decode(first?.value)
}

/** The process of the portal started from the copy. */
function findPortal(): number {
  const main = `${folder}/src/app/main.ts`
  const isIt = (pid: string) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(main)
    } catch {
      return false
    }
  }
  const pid = Number(readdirSync('/proc').find((name) => /^\d+$/.test(name) && isIt(name)))
  if (!(pid > 1)) throw new Error('the portal does not run')
  return pid
}

test('bun dev prints working demo accounts, reloads after a source change, restarts after a kill, and stops everything it started', async () => {
  const { child, said } = startDev()
  try {
    const url = await until('an address', () => /^ {2}(http:\S+)$/m.exec(said.text)?.[1])
    await until('the accounts', () => said.text.includes(demo.customer.email) && said.text.endsWith('\n\n'))
    for (const { email } of [demo.administrator, demo.customer])
      expect((await signIn(url, email, demo.password)).status).toBe(200)
    expect(await textOf(url)).toContain('<script src="/api/dev/reload.js"')
    const before = await startOf(url)

    const source = join(folder, 'src/shared/company.ts')
    const text = await Bun.file(source).text()
    await Bun.write(source, text.replace('Hosting that shows its work', 'A headline of this test'))
    await until('the new page', async () => (await textOf(url)).includes('A headline of this test'))
    expect(await startOf(url)).not.toBe(before)

    const changed = await startOf(url)
    process.kill(findPortal(), 'SIGKILL')
    await until('its return', async () => {
      const now = await startOf(url).catch(() => changed)
      return now !== '' && now !== changed
    })
    // The output of `bun run start` is a separate build.
    expect(existsSync(join(folder, 'dist/client'))).toBe(false)

    child.kill('SIGTERM')
    expect(await child.exited).toBe(0)
    expect(await textOf(`${url}/health`)).toBe('')
  } finally {
    child.kill('SIGTERM')
    await child.exited
  }
})
