import { afterAll, beforeAll, expect, test } from 'bun:test'
import { X509Certificate } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { rootPath } from '#features/certificates/contract.ts'
import { isListening } from '#features/hosting/drivers/launch.ts'
import { startEmbeddedPostgres } from '#test/support/postgres.ts'
import { readAnnouncement } from '#test/support/server.ts'
import { compile } from '../../scripts/build/compile.ts'
import { administrator, call, cookieOf, findPlan, signIn } from './journey.ts'

let folder: string
let program: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portal-binary-'))
  program = join(folder, 'portal')
  await compile(program)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** No part of the clone: an empty folder, no node_modules, and a system path without bun. */
const place = () => ({
  cwd: folder,
  env: {
    PATH: '/usr/bin:/bin',
    PORT: 'auto',
    DNS_PORT: 'auto',
    MAIL_SMTP_PORT: 'auto',
    MAIL_SUBMISSION_PORT: 'auto',
    SITES_PORT: 'auto',
    SITES_TLS_PORT: '0',
    DATA_DIR: join(folder, 'data'),
  },
})

async function run(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const child = Bun.spawn([program, ...args], { ...place(), stdin: 'ignore', stdout: 'pipe', stderr: 'pipe' })
  const [out, err] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  return { code: await child.exited, out, err }
}

async function withServer(
  use: (url: string) => Promise<void>,
  env: Record<string, string> = {},
): Promise<void> {
  const { cwd, env: base } = place()
  const options = {
    cwd,
    env: { ...base, ...env },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'inherit',
  } as const
  const child = Bun.spawn([program], options)
  const decoder = new TextDecoder()
  let log = ''
  let url: string | undefined
  try {
    for await (const chunk of child.stdout) {
      log += decoder.decode(chunk)
      url = log.split('\n').map(readAnnouncement).find(Boolean)?.url
      if (url) break
    }
    if (!url) throw new Error(`the program did not listen: ${log}`)
    await use(url)
  } finally {
    child.kill('SIGINT')
    await child.exited
  }
}

test('the single binary serves the landing page, compressed assets, sign-up and an order from an empty folder', async () => {
  await withServer(async (url) => {
    const page = await call(`${url}/`)
    expect(page.status).toBe(200)
    const html = await page.text()
    const asset = /\/assets\/[^"]+\.js/.exec(html)?.[0]
    expect(asset).toBeDefined()
    const script = await fetch(`${url}${asset}`, { headers: { 'accept-encoding': 'br' }, decompress: false })
    expect(script.headers.get('content-encoding')).toBe('br')
    expect((await script.bytes()).length).toBeGreaterThan(1_000)

    const person = { email: 'asha@example.com', mobile: '+919000000009', password: 'a long enough password' }
    const registered = await call(`${url}/api/register`, { json: person })
    expect(registered.status).toBe(201)
    const cookie = cookieOf(registered)
    const plan = await findPlan(url)
    const json = { planId: plan.id, amount: plan.price, paymentMethod: 'credit_card' }
    expect((await call(`${url}/api/orders`, { cookie, json })).status).toBe(201)
    // These commands also work while the folder is being served.
    const { ADMIN_EMAIL: email, ADMIN_MOBILE: mobile, ADMIN_PASSWORD: password } = administrator
    const made = await run('admin', 'create', '--email', email, '--mobile', mobile, '--password', password)
    expect(made.err).toBe('')
    expect((await signIn(url, email, password)).status).toBe(200)
    expect((await run('backup', '--database-only', join(folder, 'backup.db'))).err).toBe('')
    expect((await run('restore', join(folder, 'backup.db'))).err).toContain(
      'is in use by another portal process',
    )
  })
})

test('the single binary serves a site in a separate process that does not load the whole program', async () => {
  await withServer(async (url) => {
    const { ADMIN_EMAIL, ADMIN_PASSWORD } = administrator
    const cookie = cookieOf(await signIn(url, ADMIN_EMAIL, ADMIN_PASSWORD))
    // A search runs on a thread whose code is also embedded in the file.
    const found = await call(`${url}/api/admin/orders?status=pending&q=asha@`, { cookie })
    const { items } = (await found.json()) as { items: { id: string; serviceId: string }[] }
    const [order] = items
    await call(`${url}/api/admin/orders/${order?.id}/approve`, { cookie, json: {} })
    const note = join(folder, 'data/run', `${order?.serviceId}.pid.json`)
    while (!existsSync(note)) await Bun.sleep(20)
    const { pid, socketPath } = await Bun.file(note).json()
    while (!(await isListening(socketPath))) await Bun.sleep(20)
    const page = await fetch('http://site.test/', { unix: socketPath })
    expect(await page.text()).toContain('This site is ready')
    const memory = await Bun.file(`/proc/${pid}/smaps_rollup`).text()
    const privateKib = Number(/^Private_Dirty:\s+(\d+)/m.exec(memory)?.[1])
    expect(privateKib).toBeLessThan(16_000)
  })
})

test('the single binary creates the certificate authority, whose certificate is public', async () => {
  await withServer(async (url) => {
    const { issuer, subject } = new X509Certificate(await (await call(`${url}${rootPath}`)).text())
    expect([issuer, subject]).toEqual([subject, expect.stringContaining(' test CA')])
  })
})

test('the single binary prints its help, its version and its OpenAPI document', async () => {
  expect((await run('--help')).out).toContain('portal admin create')
  expect((await run('version')).out).toMatch(/^\d+\.\d+\.\d+\n$/)
  const document = JSON.parse((await run('openapi')).out) as {
    openapi: string
    paths: Record<string, unknown>
  }
  expect(document.openapi).toBe('3.1.0')
  expect(Object.keys(document.paths)).toContain('/api/orders')
})

test('the commands of the single binary work on its server’s folder', async () => {
  expect((await run('migrate')).out).toBe('The schema is up to date.\n')
  expect((await run('doctor')).code).toBe(0)
  expect((await run('audit', 'verify')).out).toMatch(/intact/)
})

test('the single binary restores a backup, and refuses anything else without changing the folder', async () => {
  const junk = join(folder, 'junk.db')
  await writeFile(junk, 'not a database, not at all, but long enough to be read as one'.repeat(99))
  const before = Bun.hash(await Bun.file(join(folder, 'data/portal.db')).bytes())
  for (const file of [junk, join(folder, 'missing.db')]) expect((await run('restore', file)).code).toBe(1)
  expect(Bun.hash(await Bun.file(join(folder, 'data/portal.db')).bytes())).toBe(before)

  const whole = join(folder, 'whole.tar')
  expect((await run('backup', whole)).out).toContain('Backup written')
  expect((await run('restore', whole)).err).toContain('restored into an empty folder')

  const restored = await run('restore', join(folder, 'backup.db'))
  expect(restored.err).toBe('')
  expect(restored.out).toContain('The previous database is')
  expect((await run('doctor')).code).toBe(0)
  await withServer(async (url) => {
    expect((await signIn(url, 'asha@example.com', 'a long enough password')).status).toBe(200)
  })
})

test('the single binary moves everything to PostgreSQL and continues there', async () => {
  const postgres = await startEmbeddedPostgres()
  try {
    const moved = await run('move', '--to', postgres.url)
    expect(moved.err).toBe('')
    expect(moved.out).toMatch(/rows of \d+ tables copied and compared/)
    await withServer(
      async (url) => {
        expect((await signIn(url, 'asha@example.com', 'a long enough password')).status).toBe(200)
      },
      { DATABASE_URL: postgres.url },
    )
  } finally {
    await postgres.stop()
  }
})
