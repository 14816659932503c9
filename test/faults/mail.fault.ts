import { afterAll, beforeAll, expect, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { mailFrom, openSmtp } from '#test/support/raw-smtp.ts'
import { type RunningServer, startServer } from '#test/support/server.ts'
import { inTier } from '#test/support/tier.ts'
import { until } from '#test/support/until.ts'
import { canMount, fill, withDisk } from './disk.ts'
import { type FilesTemplate, makeFilesTemplate } from './files-stage.ts'
import { brokenInvariants } from './findings.ts'
import { call, trusting, withCopy, withoutSites } from './journey.ts'

const kills = inTier({ short: 3, all: 30 })
const senders = 4
const diskMegabytes = 80

let template: FilesTemplate
let account: { id: string; email: string }
let second: { id: string; email: string }

const start = (dataDir: string): Promise<RunningServer> =>
  startServer({ dataDir, env: { ...trusting, ...withoutSites, MAIL_SMTP_PORT: 'auto', LOG_LEVEL: 'info' } })

const smtpPort = (server: RunningServer): Promise<number> =>
  until('a mail server', () => {
    const line = server.log.find((each) => each.includes('"receiving mail"'))
    return line ? Number((JSON.parse(line) as { port: number }).port) : null
  })

async function post<T>(server: RunningServer, path: string, json: unknown): Promise<T> {
  const response = await call(server.url + path, { cookie: template.customer, json })
  if (response.status >= 300) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
  return (await response.json()) as T
}

beforeAll(async () => {
  template = await makeFilesTemplate()
  const server = await start(template.dataDir)
  await post(server, '/api/domains/register', {
    name: 'mail-kept',
    tld: 'com',
    serviceId: template.serviceId,
  })
  account = await post(server, '/api/email/accounts', { local: 'ada', domain: 'mail-kept.com' })
  second = await post(server, '/api/email/accounts', { local: 'ben', domain: 'mail-kept.com' })
  await server.stop()
})
afterAll(() => rm(template.dataDir, { recursive: true, force: true }))

/** The Message-IDs of all messages in a mailbox. */
function idsIn(dataDir: string, id: string): string[] {
  const box = join(dataDir, 'mail', id)
  const folders = [box, join(box, '.Spam')].flatMap((folder) => [join(folder, 'new'), join(folder, 'cur')])
  return folders.flatMap((folder) =>
    readdirSync(folder).map((name) => {
      const text = readFileSync(join(folder, name), 'latin1')
      if (!text.endsWith('end of it\r\n')) throw new Error(`${name} is cut off`)
      return /^Message-ID: <(.+)>/m.exec(text)?.[1] ?? ''
    }),
  )
}

const body = `${'some words of a letter '.repeat(40)}\r\n`

/** Sends until the server dies; records every message answered with 250. */
async function sendOn(port: number, acknowledged: Set<string>, to: string[]): Promise<void> {
  const client = await openSmtp(port).catch(() => null)
  for (;;) {
    const raw = mailFrom('bob@far.test', [], `${body.repeat(1 + (acknowledged.size % 200))}end of it\r\n`)
    const [, id = ''] = /Message-ID: <(.+)>/.exec(raw) ?? []
    const answer = await client?.send({ to, raw })
    if (answer?.code !== 250) break
    acknowledged.add(id)
  }
  client?.end()
}

test(`a portal killed ${kills} times while receiving mail loses no message that it acknowledged`, async () => {
  await withCopy(template, async (dataDir) => {
    const acknowledged = new Set<string>()
    for (let kill = 0; kill < kills; kill += 1) {
      const server = await start(dataDir)
      const port = await smtpPort(server)
      const before = acknowledged.size
      const sending = Array.from({ length: senders }, () =>
        sendOn(port, acknowledged, [account.email, second.email]),
      )
      const enough = before + 1 + (kill % 7)
      await until('some mail', () => acknowledged.size >= enough)
      await Bun.sleep(Math.floor(Math.random() * 30))
      await server.kill9()
      await Promise.all(sending)
    }
    expect(acknowledged.size).toBeGreaterThanOrEqual(kills)
    for (const { id } of [account, second]) {
      const kept = new Set(idsIn(dataDir, id))
      expect([...acknowledged].filter((each) => !kept.has(each))).toEqual([])
    }
    expect(await brokenInvariants(dataDir)).toEqual([])
  })
}, 900_000)

test.skipIf(!canMount)(
  'on a full disk mail is deferred, and accepted once there is space',
  async () => {
    await withDisk(diskMegabytes, (folder) =>
      withCopy(
        template,
        async (dataDir) => {
          const server = await start(dataDir)
          try {
            const filler = fill(dataDir)
            const client = await openSmtp(await smtpPort(server))
            const raw = mailFrom('bob@far.test', [], 'end of it\r\n')
            expect((await client.send({ to: account.email, raw })).text).toStartWith('452 4.3.1')
            await rm(filler)
            await until('room', async () => (await client.send({ to: account.email, raw })).code === 250)
            client.end()
          } finally {
            await server.kill9()
          }
        },
        folder,
      ),
    )
  },
  300_000,
)
