import { afterAll, beforeAll, expect, test } from 'bun:test'
import { rm } from 'node:fs/promises'
import { SMTPServer } from 'smtp-server'
import { mailFrom, openSecureSmtp } from '#test/support/raw-smtp.ts'
import { type RunningServer, startServer } from '#test/support/server.ts'
import { inTier } from '#test/support/tier.ts'
import { until } from '#test/support/until.ts'
import { type FilesTemplate, makeFilesTemplate } from './files-stage.ts'
import { brokenInvariants, untilDrained } from './findings.ts'
import { call, trusting, withCopy, withoutSites } from './journey.ts'

const kills = inTier({ short: 3, all: 8 })

/** An external server that records the Message-IDs of accepted mails, slowly enough to be interrupted. */
async function startRelay() {
  const taken: string[] = []
  const server = new SMTPServer({
    authOptional: true,
    disableReverseLookup: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    async onData(stream, { envelope }, callback) {
      // A killed portal breaks off its transmissions.
      const raw = await new Response(stream as never).text().catch(() => null)
      if (raw === null) return callback(new Error('broken off'))
      const [, id = ''] = /^Message-ID: <(.+)>/m.exec(raw) ?? []
      await Bun.sleep(20)
      for (const { address } of envelope.rcptTo) taken.push(`${id} ${address}`)
      callback(null)
    },
  })
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as { port: number }
  return { taken, url: `smtp://127.0.0.1:${port}`, stop: () => new Promise<void>((end) => server.close(end)) }
}

let template: FilesTemplate
let account: { id: string; email: string; oneTimePassword: string }
let relay: Awaited<ReturnType<typeof startRelay>>

const start = (dataDir: string): Promise<RunningServer> =>
  startServer({
    dataDir,
    env: {
      ...trusting,
      ...withoutSites,
      MAIL_SUBMISSION_PORT: 'auto',
      SMTP_URL: relay.url,
      LOG_LEVEL: 'info',
    },
  })

const submissionPort = (server: RunningServer): Promise<number> =>
  until('a submission server', () => {
    const line = server.log.find((each) => each.includes('"mail submission listening"'))
    return line ? Number((JSON.parse(line) as { port: number }).port) : null
  })

async function post<T>(server: RunningServer, path: string, json: unknown): Promise<T> {
  const response = await call(server.url + path, { cookie: template.customer, json })
  if (response.status >= 300) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
  return (await response.json()) as T
}

beforeAll(async () => {
  relay = await startRelay()
  template = await makeFilesTemplate()
  const server = await start(template.dataDir)
  const { serviceId } = template
  await post(server, '/api/domains/register', { name: 'mail-sent', tld: 'com', serviceId })
  account = await post(server, '/api/email/accounts', { local: 'ada', domain: 'mail-sent.com' })
  await server.stop()
})
afterAll(async () => {
  await relay.stop()
  await rm(template.dataDir, { recursive: true, force: true })
})

/** Submits messages for two recipients until the server dies, and records those answered with 250. */
async function sendOn(port: number, acknowledged: Set<string>): Promise<void> {
  const client = await openSecureSmtp(port).catch(() => null)
  await client?.say('EHLO far.test')
  const secret = Buffer.from(`\0${account.email}\0${account.oneTimePassword}`).toString('base64')
  await client?.say(`AUTH PLAIN ${secret}`)
  for (;;) {
    const raw = mailFrom(account.email)
    const [, id = ''] = /Message-ID: <(.+)>/.exec(raw) ?? []
    const to = ['bob@far.test', 'carl@far.test']
    const answer = await client?.send({ from: account.email, to, raw })
    if (answer?.code !== 250) break
    for (const each of to) acknowledged.add(`${id} ${each}`)
  }
  client?.end()
}

test(`a portal killed ${kills} times while sending mail sends every message that it accepted`, async () => {
  await withCopy(template, async (dataDir) => {
    const acknowledged = new Set<string>()
    for (let kill = 0; kill < kills; kill += 1) {
      const server = await start(dataDir)
      const port = await submissionPort(server)
      const enough = acknowledged.size + 2 + 2 * (kill % 4)
      const sending = sendOn(port, acknowledged)
      await until('some mail', () => acknowledged.size >= enough)
      await Bun.sleep(Math.floor(Math.random() * 60))
      await server.kill9()
      await sending
    }
    const last = await start(dataDir)
    try {
      await until('all mail', () => [...acknowledged].every((each) => relay.taken.includes(each)))
    } finally {
      await last.stop()
    }
    expect(acknowledged.size).toBeGreaterThanOrEqual(2 * kills)
    expect(await brokenInvariants(dataDir)).toEqual([])
  })
}, 1_800_000)

type Held = { place: string; to: string }

/** Sends a draft of the account, with time left to undo it. */
async function sendDraft(server: RunningServer, undoSeconds: number): Promise<Held> {
  const place = `/api/email/accounts/${account.id}/drafts/${Bun.randomUUIDv7()}`
  const to = `${crypto.randomUUID()}@far.test`
  const saved = await fetch(server.url + place, {
    method: 'PUT',
    headers: { cookie: template.customer, 'content-type': 'application/json' },
    body: JSON.stringify({ to, subject: 'Held', text: 'Wait.' }),
  })
  expect(saved.status).toBe(200)
  await post(server, `${place}/send`, { undoSeconds })
  return { place, to }
}

const timesTaken = ({ to }: Held): number => relay.taken.filter((each) => each.endsWith(` ${to}`)).length

async function countIn(server: RunningServer, folder: string): Promise<number> {
  const path = `/api/email/accounts/${account.id}/messages?folder=${folder}`
  const answer = await call(server.url + path, { cookie: template.customer })
  return ((await answer.json()) as unknown[]).length
}

test.each(['handOver', 'kill9'] as const)(
  'a message that can still be undone outlives the end of the portal (%s): it is sent once, or is a draft',
  async (end) => {
    await withCopy(template, async (dataDir) => {
      const first = await start(dataDir)
      const sent = await sendDraft(first, 3)
      const undone = await sendDraft(first, 20)
      await first[end]()
      expect(timesTaken(sent)).toBe(0)
      const second = await start(dataDir)
      await post(second, `${undone.place}/undo`, {})
      await until('the mail', () => timesTaken(sent) > 0)
      expect(await Promise.all(['sent', 'drafts'].map((each) => countIn(second, each)))).toEqual([1, 1])
      await second[end]()
      const third = await start(dataDir)
      await untilDrained(dataDir)
      await third.stop()
      expect([timesTaken(sent), timesTaken(undone)]).toEqual([1, 0])
      expect(await brokenInvariants(dataDir)).toEqual([])
    })
  },
  120_000,
)
