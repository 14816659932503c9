import { expect, test } from 'bun:test'
import { findStranger } from '#db/postgres-probe.ts'
import { createTransport } from '#features/certificates/drivers/acme/transport.ts'
import { createMongoEngine } from '#features/databases/drivers/mongodb/mongodb.ts'
import { createMysqlEngine } from '#features/databases/drivers/mysql/mysql.ts'
import { createPostgresEngine } from '#features/databases/drivers/postgresql/engine.ts'
import { createPowerDnsHttp } from '#features/dns/drivers/powerdns/http.ts'
import { createRspamd } from '#features/email/receiving/checks/rspamd.ts'
import { createRelay } from '#features/email/sending/transports/relay.ts'
import { createSmtpMailer } from '#features/mail/drivers/smtp-mailer.ts'
import { makeTestFolder } from './support/folders.ts'

// No name below it has an address (RFC 6761 section 6.4), however the resolver of a machine says so.
const host = 'server.invalid'

const messageOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => 'nothing was thrown',
    (error: unknown) => (error instanceof Error ? error.message : error),
  )

const engineOptions = <Setting extends object>(setting: Setting) => ({
  env: {
    DATA_DIR: makeTestFolder(),
    SHARED_DATA: false,
    DB_MYSQL: undefined,
    DB_MYSQL_PORT: 'auto' as const,
    DB_POSTGRES: undefined,
    DB_POSTGRES_PORT: 'auto' as const,
    DB_PUBLIC_HOST: undefined,
    ...setting,
  },
  now: () => new Date(),
  log: { info: () => {}, warn: () => {} },
})

const said: [setting: string, ask: () => Promise<unknown>][] = [
  ['SMTP_URL', async () => (await createSmtpMailer(`smtp://${host}`).check()).message],
  ['SMTP_URL', async () => (await createRelay(`smtp://${host}`, () => 'portal.test').check()).message],
  ['RSPAMD_URL', async () => (await createRspamd(`http://${host}:11333`).check()).problem],
  [
    'POWERDNS_URL',
    () =>
      messageOf(
        createPowerDnsHttp({ url: `http://${host}:8081`, key: 'k', serverId: 'localhost' }).ask({ path: '' }),
      ),
  ],
  [
    'ACME_DIRECTORY_URL',
    () =>
      messageOf(
        createTransport({ directoryUrl: `https://${host}/dir`, ca: null, version: '1' }).directory(
          AbortSignal.timeout(60_000),
        ),
      ),
  ],
  [
    'DB_MYSQL',
    async () => {
      const address = new URL(`mysql://u:p@${host}`)
      return (await createMysqlEngine(engineOptions({ DB_MYSQL: address })).check()).message
    },
  ],
  [
    'DB_POSTGRES',
    async () => {
      const address = new URL(`postgres://u:p@${host}`)
      return (await createPostgresEngine(engineOptions({ DB_POSTGRES: address })).check()).message
    },
  ],
  [
    'DB_MONGODB',
    async () => {
      const engine = createMongoEngine({ env: { DB_MONGODB: new URL(`mongodb://u:p@${host}`) } })
      const { message } = await engine.check()
      await engine.stop?.()
      return message
    },
  ],
]

test.each(said)('an unknown host in %s is named as the cause, with the setting', async (setting, ask) => {
  expect(await ask()).toStartWith(`The host ${host} cannot be looked up: check ${setting}.`)
})

test('an unknown host in DATABASE_URL is named as the cause', async () => {
  expect(await findStranger(host, 5432)).toStartWith('the name of its host cannot be looked up')
})
