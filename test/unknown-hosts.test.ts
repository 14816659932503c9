import { afterAll, beforeAll, expect, test } from 'bun:test'
import { openStore } from '#db/store.ts'
import { readEnv } from '#env'
import { engines } from '#features/engines/feature.ts'
import { mail } from '#features/mail/feature.ts'
import { sendMail } from '#features/mail/send-mail.ts'
import { workOnce } from '#server/jobs/jobs.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { makeTestFolder } from '#test/support/folders.ts'

// A label of 64 characters is invalid in a name (RFC 1035 section 2.3.4), so no resolver is ever asked for it.
const host = `${'x'.repeat(64)}.invalid`
const problem = `host ${host} cannot be resolved`

let app: TestApp
let said: Map<string, { isHealthy: boolean; message: string | null }>

const settings = {
  ACME_DIRECTORY_URL: `https://${host}/directory`,
  DB_MONGODB: `mongodb://u:p@${host}/?serverSelectionTimeoutMS=200`,
  DB_MYSQL: `mysql://u:p@${host}`,
  DB_POSTGRES: `postgres://u:p@${host}`,
  DNS_DRIVER: 'powerdns',
  POWERDNS_API_KEY: 'key',
  POWERDNS_URL: `http://${host}:8081`,
  RSPAMD_URL: `http://${host}:11333`,
  SMTP_URL: `smtp://${host}`,
}

async function openDrivers(app: TestApp) {
  // Test engines differ from those in the settings.
  Object.assign(app.deps, engines.open(app.deps))
  // The incoming mail check describes the mail scanner only with a port.
  app.deps.incomingMail.port = 25
  const { cookie } = await app.addAdministrator()
  const { body } = await app.request('/api/admin/drivers', { cookie })
  const drivers = body as { area: string; isHealthy: boolean; message: string | null }[]
  return new Map(drivers.map((driver) => [driver.area, driver]))
}

beforeAll(async () => {
  app = await createTestApp({ env: readEnv({ ...settings, DATA_DIR: makeTestFolder() }) })
  said = await openDrivers(app)
})
afterAll(() => app.close())

test.each([
  ['Outgoing mail', `SMTP_URL: ${problem}; mails wait in the outbox.`],
  ['Customer mail', `SMTP_URL: ${problem}; customer mail waits in the queue.`],
  ['Incoming mail', `RSPAMD_URL: ${problem}; basic filters check for spam.`],
  ['Name server', `POWERDNS_URL: ${problem}.`],
  ['Certificates', `The certificate authority ${host} could not be reached: ${problem}.`],
  ['PostgreSQL', `DB_POSTGRES: ${problem}.`],
  ['MySQL', `DB_MYSQL: ${problem}.`],
  ['MongoDB', `DB_MONGODB: ${problem}.`],
])('%s names the unresolvable host for the administrator', (area, message) => {
  expect(said.get(area)).toMatchObject({ isHealthy: false, message: expect.stringContaining(message) })
})

test('a waiting mail names the host as well, and so does the log', async () => {
  const letter = { kind: 'test', subject: 'Hello', paragraphs: ['Hello'] }
  await app.store.tx((tx) => sendMail(tx, app.deps, () => letter, { email: 'asha@example.com' }))
  // Only the mail work: the name server’s work continues until it is stopped.
  await workOnce(app.deps, mail.work.mail)
  const [row] = await app.store.read.select().from(app.store.t.mails)
  expect(row).toMatchObject({ status: 'queued', lastError: `SMTP_URL: ${problem}.` })
  expect(app.logged.join('\n')).toContain(`SMTP_URL: ${problem}.`)
})

test('a database at such a host is refused with the host and the setting', async () => {
  const opening = openStore({ dataDir: makeTestFolder(), databaseUrl: `postgres://u:p@${host}/portal` })
  await expect(opening).rejects.toThrow(
    `PostgreSQL at ${host}/portal (DATABASE_URL) cannot be used: ${problem}; check the host, and this machine's name servers`,
  )
})
