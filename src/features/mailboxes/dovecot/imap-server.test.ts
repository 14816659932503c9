import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import type { Running } from '#server/feature.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { createMailOwner, type MailOwner } from '#test/support/email.ts'
import { until } from '#test/support/portal.ts'
import { configurationOf, readVersion } from '../drivers/dovecot/configuration.ts'
import type { Dovecot } from '../drivers/dovecot/dovecot.ts'
import { type MailUser, usersFile } from '../drivers/dovecot/users-file.ts'
import { serveImap } from './imap-server.ts'
import { readMailUsers } from './users.ts'

let app: TestApp
let owner: MailOwner
let domain: { id: string; name: string }
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  owner = await createMailOwner(app)
  domain = await owner.addDomain()
})

const own = (users: readonly MailUser[]) =>
  users.map(({ email }) => email).filter((email) => email.endsWith(`@${domain.name}`))
const setService = (status: 'suspended' | 'active') =>
  app.store.tx((tx) =>
    tx.update(tx.t.userServices).set({ status }).where(eq(tx.t.userServices.id, owner.serviceId)),
  )

describe('mail programs', () => {
  test('can open only active mailboxes of running services', async () => {
    const { id } = await owner.make({ local: 'anna', domain: domain.name })
    await owner.make({ local: 'sales', domain: domain.name, type: 'alias' })
    const other = await createMailOwner(app)
    await other.make({ local: 'eve', domain: 'example.com' })
    const read = async () => own(await readMailUsers(app.deps))
    expect(await read()).toEqual([`anna@${domain.name}`])
    expect((await readMailUsers(app.deps)).map(({ email }) => email)).not.toContain('eve@example.com')
    await owner.must('PUT', `/api/email/accounts/${id}/status`, { status: 'suspended' })
    expect(await read()).toEqual([])
    await owner.must('PUT', `/api/email/accounts/${id}/status`, { status: 'active' })
    await setService('suspended')
    expect(await read()).toEqual([])
    await setService('active')
    expect(await read()).toHaveLength(1)
    await owner.must('DELETE', `/api/email/accounts/${id}`)
    expect(await read()).toEqual([])
  })

  test('are signed out on suspension and on a password change', async () => {
    const published: MailUser[][] = []
    const dovecot: Dovecot = {
      version: 'test',
      connect: async () => 4_993,
      isRunning: () => true,
      problem: () => null,
      stop: async () => {},
      publish: async (users) => void published.push([...users]),
    }
    const { id } = await owner.make({ local: 'anna', domain: domain.name })
    const running: Running = await serveImap({ ...app.deps, imapServer: { dovecot, advice: null } })
    const last = async () => published.at(-1)
    await until(async () => app.deps.mailPorts.imap === 4_993)
    const before = (await last())?.find(({ accountId }) => accountId === id)?.hash
    expect(before).toStartWith('$argon2id$')
    await owner.must('POST', `/api/email/accounts/${id}/password`)
    await until(async () => {
      const hash = (await last())?.find(({ accountId }) => accountId === id)?.hash
      return hash !== undefined && hash !== before
    })
    await owner.must('PUT', `/api/email/accounts/${id}/status`, { status: 'suspended' })
    await until(async () => own((await last()) ?? []).length === 0)
    await running.stop?.()
    expect(app.deps.mailPorts.imap).toBeNull()
  })

  test('get no IMAP, with a reason, where Dovecot is not installed', async () => {
    const imapServer = { dovecot: null, advice: 'Install it.' }
    const running = await serveImap({ ...app.deps, imapServer })
    expect(running).toEqual({})
    expect(await owner.must('GET', '/api/email/setup')).toMatchObject({ imap: null })
  })
})

test('the users file has a line for each mailbox, and no value that breaks a line', () => {
  const user = { accountId: 'a', email: 'anna@shop.example', hash: '$argon2id$x', quotaMb: 10 }
  const hostile = ['eve@x:0:0', 'eve@x\nroot', 'eve@%u', 'eve @x'].map((email) => ({ ...user, email }))
  const rule = (mb: number) => `q=${mb}`
  expect(usersFile([user, ...hostile, { ...user, hash: 'a:b' }], { mailFolder: '/m', rule })).toBe(
    'anna@shop.example:{ARGON2ID}$argon2id$x::::/m/a::q=10\n',
  )
})

test('each version of Dovecot gets its own syntax', () => {
  expect(['2.3.19.1 (9b53102964)', '2.4.1-4', '3.0', '2.2.36', ''].map(readVersion)).toEqual([
    '2.3',
    '2.4',
    null,
    null,
    null,
  ])
  const wish = {
    folder: '/f',
    user: 'u',
    group: 'g',
    uid: 5,
    listen: '127.0.0.1',
    port: 993,
    loginPlaces: 400,
  }
  const [old, fresh] = (['2.3', '2.4'] as const).map((version) => configurationOf({ version, ...wish }))
  expect(old).toContain('disable_plaintext_auth = yes')
  expect(old).not.toContain('dovecot_config_version')
  expect(fresh).toStartWith('dovecot_config_version = 2.4.0\n')
  expect(fresh).toContain('ssl_server_cert_file = /f/tls.crt')
  expect([old?.includes('service_count = 0'), fresh?.includes('service_count')]).toEqual([true, false])
  for (const text of [old, fresh]) expect(text).toContain('client_limit = 100\n')
})
