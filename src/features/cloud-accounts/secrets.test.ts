import { afterEach, expect, test } from 'bun:test'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { createLogger } from '#server/log.ts'
import { minute } from '#shared/time.ts'
import { environmentSecret } from '#test/support/clouds/aws.ts'
import { database, databasePassword } from '#test/support/clouds/digitalocean.ts'
import { json } from '#test/support/clouds/fake.ts'
import { createRig, providerOf } from '#test/support/clouds/rig.ts'
import { createTestStore, testEngine } from '#test/support/store.ts'

// Every key that was entered, accepted or not, and every secret that a provider sent along.
const canaries = {
  awsId: 'AKIACANARYOFTHEFIRST',
  awsSecret: 'canary-aws-secret/first+0123456789',
  awsNext: 'canary-aws-secret/second+0123456789',
  token: 'canary-hetzner-token-0123456789',
  wrongToken: 'canary-wrong-token-0123456789',
  unasked: 'canary-unasked-token-0123456789',
  simulator: 'canary-of-the-simulator-0123456789',
  projectToken: 'canary-digitalocean-0123456789',
  databasePassword,
  environmentSecret,
}

/** The canaries in a text, also when encoded in JSON, in base64 or in a URL. */
function findCanaries(text: string): string[] {
  const spellings = (value: string) => [
    value,
    Buffer.from(value).toString('base64').replace(/=+$/, ''),
    Buffer.from(value).toString('base64url'),
    encodeURIComponent(value),
  ]
  return Object.entries(canaries)
    .filter(([, value]) => spellings(value).some((spelling) => text.includes(spelling)))
    .map(([name]) => name)
}

/** Every byte of every file below a folder. */
const readAll = (folder: string): string =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())
    .map((path) => readFileSync(path, 'latin1'))
    .join('\n')

let close = async () => {}
afterEach(async () => {
  await close()
  close = async () => {}
})

test('no key appears in plain text in any answer, log, audit entry, stored answer, job or table', async () => {
  const storage = await createTestStore()
  const logged: string[] = []
  const log = createLogger('debug', (line) => logged.push(line))
  const rig = await createRig({ store: storage.store, log })
  close = async () => {
    await rig.close()
    await storage.close()
  }
  const { owner, fakes, app, refresh } = rig
  const answers: string[] = []
  const say = async <T extends { text: string }>(reply: Promise<T>): Promise<T> => {
    const answer = await reply
    answers.push(answer.text)
    return answer
  }
  Object.assign(fakes.aws, { accessKeyId: canaries.awsId, secretAccessKey: canaries.awsSecret })
  fakes.hetzner.token = canaries.token
  fakes.digitalocean.token = canaries.projectToken
  fakes.hetzner.servers = [{ id: 1, name: 'a', status: 'running' }]
  fakes.digitalocean.databases = [database]
  fakes.aws.functions = ['resize']
  const keys = { accessKeyId: canaries.awsId, secretAccessKey: canaries.awsSecret }
  const once = { 'idempotency-key': 'one' }
  const aws = { name: 'aws', displayName: 'A', ...keys }
  const { id } = providerOf(await say(owner.connect(aws, once)))
  await say(owner.connect(aws, once))
  const hetzner = { name: 'hetzner', displayName: 'H', secretAccessKey: canaries.token }
  await say(owner.connect(hetzner))
  await say(owner.connect({ ...hetzner, secretAccessKey: canaries.wrongToken }, { 'idempotency-key': 'two' }))
  await say(owner.connect({ name: 'simulator', displayName: 'S', secretAccessKey: canaries.simulator }))
  const digitalOcean = { name: 'digitalocean', displayName: 'D', secretAccessKey: canaries.projectToken }
  await say(owner.connect(digitalOcean))
  fakes.hetzner.trouble = () => json({}, 500)
  await say(owner.connect({ ...hetzner, secretAccessKey: canaries.unasked }))
  fakes.hetzner.trouble = null
  await refresh()
  app.advance(minute)
  await refresh()
  fakes.aws.secretAccessKey = canaries.awsNext
  await say(owner.change(id, { secretAccessKey: canaries.awsNext }))
  await say(owner.change(id, { secretAccessKey: canaries.wrongToken }))
  await refresh()
  await say(owner.call('GET', '/api/cloud/providers'))
  const services = await owner.services()
  answers.push(JSON.stringify(services))
  await say(owner.act('stop', services.instances[0]?.id ?? ''))
  await say(owner.act('start', services.instances[0]?.id ?? ''))
  for (const kind of ['functions', 'databases'] as const) {
    const input = encodeURIComponent(JSON.stringify({ kind, id: services[kind][0]?.id }))
    expect((await say(owner.call('GET', `/api/trpc/cloud.get?input=${input}`))).status).toBe(200)
  }
  const administrator = await app.addAdministrator()
  for (const path of ['audit', 'jobs', 'health', 'drivers'])
    await say(app.request(`/api/admin/${path}`, { cookie: administrator.cookie }))
  await say(owner.remove((await owner.list()).find(({ name }) => name === 'hetzner')?.id ?? ''))

  const tables = Object.values(storage.store.t)
  const dump: string[] = []
  for (const table of tables) dump.push(JSON.stringify(await storage.store.read.select().from(table)))
  expect(dump.join('')).toContain('cloud.provider.rotate')
  expect(findCanaries(dump.join('\n'))).toEqual([])
  expect(answers.length).toBeGreaterThan(12)
  expect(findCanaries(answers.join('\n'))).toEqual([])
  expect(findCanaries(logged.join('\n'))).toEqual([])
  expect(findCanaries(readAll(app.dataDir))).toEqual([])
  if (testEngine === 'sqlite') {
    const files = readAll(storage.settings.dataDir)
    expect(files).toContain('cloud.provider.rotate')
    expect(findCanaries(files)).toEqual([])
  }
})

test('the search finds a planted key', () => {
  for (const [name, value] of Object.entries(canaries)) {
    expect(findCanaries(`x${value}y`)).toContain(name)
    expect(findCanaries(JSON.stringify({ header: btoa(value) }))).toContain(name)
  }
})

test('a sealed key opens only in its own row and column', async () => {
  const rig = await createRig()
  close = rig.close
  const { owner, bodies, fakes, app, refresh } = rig
  await owner.connect(bodies.hetzner)
  await owner.connect(bodies.digitalocean)
  await refresh()
  const { cloudProviders } = app.store.t
  const [one, other] = await app.store.read.select().from(cloudProviders)
  expect(one?.secretAccessKey).not.toBe(other?.secretAccessKey ?? '')
  const moved = { secretAccessKey: one?.secretAccessKey ?? null, accessKeyId: null }
  await app.store.tx((tx) => tx.update(cloudProviders).set(moved))
  app.advance(minute)
  fakes.hetzner.asked.length = 0
  fakes.digitalocean.asked.length = 0
  await refresh()
  const { name } = one ?? { name: '' }
  const [askedOwn, askedOther] =
    name === 'hetzner'
      ? [fakes.hetzner.asked, fakes.digitalocean.asked]
      : [fakes.digitalocean.asked, fakes.hetzner.asked]
  expect(askedOwn.length).toBeGreaterThan(0)
  expect(askedOther).toEqual([])
  const rows = await app.store.read.select().from(cloudProviders)
  expect(rows.find(({ id }) => id === other?.id)).toMatchObject({
    validatedAt: null,
    validationMessage: expect.stringContaining('cannot be decrypted'),
  })
})
