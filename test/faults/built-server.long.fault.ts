import { afterAll, beforeAll, expect, test } from 'bun:test'
import { rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { readAnnouncement } from '#test/support/server.ts'
import { buildServer } from '../../scripts/build/compile.ts'
import { findFreshServer, serverFolder } from '../../scripts/build/fresh-server.ts'
import { call, cookieOf, findPlan, makeFolder } from './journey.ts'

const root = resolve(import.meta.dir, '../..')

let folder: string
beforeAll(async () => {
  folder = await makeFolder()
  await buildServer()
}, 300_000)
afterAll(async () => {
  await rm(serverFolder, { recursive: true, force: true })
  await rm(folder, { recursive: true, force: true })
})

test('bun run start serves pages, assets, sign-up and an order from the output of bun run build', async () => {
  expect(findFreshServer()).toStartWith(serverFolder)
  const child = Bun.spawn([process.execPath, join(root, 'scripts/start.ts')], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      NODE_ENV: 'production',
      DATA_DIR: join(folder, 'data'),
      PORT: 'auto',
      DNS_PORT: 'auto',
      MAIL_SMTP_PORT: 'auto',
      MAIL_SUBMISSION_PORT: 'auto',
      SITES_PORT: 'auto',
      SITES_TLS_PORT: '0',
    },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'inherit',
  })
  const decoder = new TextDecoder()
  let log = ''
  let url = ''
  try {
    for await (const chunk of child.stdout) {
      log += decoder.decode(chunk)
      url = log.split('\n').map(readAnnouncement).find(Boolean)?.url ?? ''
      if (url) break
    }
    // The server does not build again.
    expect(log).not.toContain('Building')
    const html = await (await call(`${url}/`)).text()
    const asset = /\/assets\/[^"]+\.js/.exec(html)?.[0]
    expect((await fetch(url + asset)).status).toBe(200)
    const person = { email: 'asha@example.com', mobile: '+919000000009', password: 'a long enough password' }
    const registered = await call(`${url}/api/register`, { json: person })
    expect(registered.status).toBe(201)
    const cookie = cookieOf(registered)
    const plan = await findPlan(url)
    const json = { planId: plan.id, amount: plan.price, paymentMethod: 'credit_card' }
    expect((await call(`${url}/api/orders`, { cookie, json })).status).toBe(201)
  } finally {
    child.kill('SIGINT')
    expect(await child.exited).toBe(0)
  }
}, 120_000)
