import { afterEach, beforeEach, expect, test } from 'bun:test'
import { dkimVerify } from 'mailauth/lib/dkim/verify'
import { spf } from 'mailauth/lib/spf'
import { SMTPServer } from 'smtp-server'
import { createTestApp, silentResolver, type TestApp } from '#test/support/app.ts'
import { domainName } from '#test/support/domain-name.ts'
import { createMailOwner, type MailOwner } from '#test/support/email.ts'
import { createFakeTransport, enqueue, inboxOf } from '#test/support/mail-sending.ts'
import { readRewritten, rewriteSender } from './srs.ts'
import { createDirect } from './transports/direct.ts'
import { findMailServers, isPublic } from './transports/mail-servers.ts'
import { createRelay } from './transports/relay.ts'
import type { Letter } from './transports/transport.ts'

let app: TestApp
let owner: MailOwner
let fake: ReturnType<typeof createFakeTransport>
let domain: { id: string; name: string }
let account: { id: string; email: string }

beforeEach(async () => {
  fake = createFakeTransport()
  app = await createTestApp({ mailTransport: fake.transport })
  owner = await createMailOwner(app)
  domain = await owner.addDomain()
  account = await owner.make({ local: 'ada', domain: domain.name })
})
afterEach(() => app.close())

const records = () =>
  owner.must<{ name: string; type: string; value: string }[]>('GET', `/api/domains/${domain.id}/dns`)
const setUp = () => owner.must('POST', `/api/domains/${domain.id}/mail`, { apply: true })

const verifyByPython = `
import sys, dkim
raw = sys.stdin.buffer.read()
key = sys.argv[1].encode()
names = []
def answer(name, timeout=5):
    names.append(name)
    return key
print(dkim.verify(raw, dnsfunc=answer), names[0].decode())
`

async function python(raw: string, key: string): Promise<string> {
  const child = Bun.spawn(['/usr/bin/python3', '-c', verifyByPython, key], {
    stdin: Buffer.from(raw),
    stdout: 'pipe',
    stderr: 'pipe',
  })
  return (await new Response(child.stdout).text()) + (await new Response(child.stderr).text())
}
const hasDkim = Bun.spawnSync(['/usr/bin/python3', '-c', 'import dkim']).exitCode === 0
if (!hasDkim) console.log('the signature test with another program is skipped: apt-get install python3-dkim')

async function sendSigned(): Promise<{ raw: string; key: string; name: string }> {
  await setUp()
  await enqueue(app, owner, { account, to: ['bob@far.test'] })
  await app.work()
  const key = (await records()).find(({ name }) => name.endsWith('._domainkey'))
  return { raw: fake.sent[0]?.raw ?? '', key: key?.value ?? '', name: `${key?.name}.${domain.name}` }
}

test('mail of a domain has a valid signature, which a second From or a changed body breaks', async () => {
  const { raw, key, name } = await sendSigned()
  expect(raw).toMatch(/^DKIM-Signature: /)
  const resolver = async (asked: string) => (asked === name ? [[key]] : [])
  const statusOf = async (text: string) =>
    (await dkimVerify(Buffer.from(text), { resolver })).results[0]?.status.result
  expect(await statusOf(raw)).toBe('pass')
  expect(await statusOf(raw.replace('Hi.', 'Ho.'))).not.toBe('pass')
  expect(await statusOf(raw.replace('\r\nFrom:', '\r\nFrom: <ceo@bank.test>\r\nFrom:'))).not.toBe('pass')
})

const umlaut = (domain: string) => domain.replace('u', 'ü')

test.each([
  ['in capitals', (domain: string) => `ADA@${domain.toUpperCase()}`],
  ['in U-labels', (domain: string) => `ada@${domain}`],
  ['with a final dot', (domain: string) => `Ada <ada@${domain}.>`],
  ['with comments and folding', (domain: string) => `Ada <ada@(at)\r\n ${domain.replace('.', ' . ')}>`],
])('a domain %s signs with its A-labels', async (_, write) => {
  const written = umlaut(`bu-${crypto.randomUUID().slice(0, 8)}.com`)
  const [name, tld] = written.split('.')
  const own = await owner.must<{ id: string }>('POST', '/api/domains/register', {
    ...{ name, tld },
    serviceId: owner.serviceId,
  })
  await owner.must('POST', `/api/domains/${own.id}/mail`, { apply: true })
  const { id } = await owner.make({ local: 'ada', domain: written })
  const raw = `From: ${write(written)}\r\nTo: bob@far.test\r\n\r\nHi.\r\n`
  await enqueue(app, owner, {
    account: { id, email: `ada@${domainName(written)}` },
    to: ['bob@far.test'],
    raw,
  })
  await app.work()
  expect(fake.sent[0]?.raw).toContain(` d=${domainName(written)};`)
})

test.skipIf(!hasDkim)('Python’s DKIM accepts the signature, and no altered message', async () => {
  const { raw, key, name } = await sendSigned()
  expect(await python(raw, key)).toContain(`True ${name}`)
  expect(await python(raw.replace('Hi.', 'Ho.'), key)).not.toContain('True')
  expect(await python(`From: <ceo@bank.test>\r\n${raw}`, key)).not.toContain('True')
})

test('the SPF record allows the domain’s server, and soft-fails others', async () => {
  await setUp()
  const zone = await records()
  const resolver = async (name: string, type: string): Promise<string[] | string[][]> => {
    const own = name === domain.name ? '@' : name.replace(`.${domain.name}`, '')
    const found = zone.filter((record) => record.name === own && record.type === type)
    // Its type lacks MX.
    if (type === 'MX') return found.map(({ value }) => ({ priority: 10, exchange: value })) as never
    return type === 'TXT' ? found.map(({ value }) => [value]) : found.map(({ value }) => value)
  }
  const address = zone.find(({ name, type }) => name === 'mail' && type === 'A')?.value ?? ''
  const check = async (ip: string) => {
    const { status } = await spf({ sender: account.email, ip, helo: 'x.test', resolver })
    return status.result
  }
  expect(await check(address)).toBe('pass')
  expect(await check('203.0.113.9')).toBe('softfail')
})

test('mail of a domain without mail set-up is sent unsigned', async () => {
  await enqueue(app, owner, { account, to: ['bob@far.test'] })
  await app.work()
  expect(fake.sent[0]?.raw).not.toContain('DKIM-Signature')
})

test('forwarding sends a message byte for byte, in the name of its domain, and bounces return', async () => {
  const list = await owner.make({
    local: 'list',
    domain: domain.name,
    type: 'forwarding',
    forwardTo: ['bob@far.test', account.email],
  })
  await enqueue(app, owner, { account, to: [list.email] })
  await app.work()
  await app.work()
  const [out, ...others] = fake.sent
  expect(others).toEqual([])
  expect(out?.recipient).toBe('bob@far.test')
  expect(out?.sender).toMatch(new RegExp(`^SRS0=[a-z2-7]{8}=[a-z2-7]{2}=${domain.name}=ada@${domain.name}$`))
  expect(out?.raw).toStartWith(`Delivered-To: ${list.email}\r\nFrom: <${account.email}>\r\n`)
  expect(await inboxOf(app, owner, account.id)).toHaveLength(1)
  expect(readRewritten(app.deps, out?.sender ?? '')).toBe(account.email)
})

test('a rejected forward is reported to the original sender', async () => {
  const list = await owner.make({
    local: 'list',
    domain: domain.name,
    type: 'forwarding',
    forwardTo: ['gone@far.test'],
  })
  fake.refused.set('gone@far.test', { isFinal: true, status: '5.1.1', said: '550 5.1.1 gone' })
  await enqueue(app, owner, { account, to: [list.email] })
  await app.work()
  await app.work()
  const [report = ''] = await inboxOf(app, owner, account.id)
  expect(report).toContain('Final-Recipient: rfc822; gone@far.test')
})

test('a message that returns to its forwarder is not forwarded again', async () => {
  const list = await owner.make({
    local: 'list',
    domain: domain.name,
    type: 'forwarding',
    forwardTo: ['bob@far.test'],
  })
  const written = `${list.email.toUpperCase()}.`
  const raw = `Delivered-To: ${written}\r\nFrom: <${account.email}>\r\n\r\nHi.\r\n`
  await enqueue(app, owner, { account, to: [list.email], raw })
  await app.work()
  await app.work()
  expect(fake.sent).toEqual([])
  expect((await inboxOf(app, owner, account.id))[0]).toContain('Status: 5.4.6')
})

test('rewritten senders resolve through several forwarders for three weeks, and cannot be forged', () => {
  const deps = app.deps
  const first = rewriteSender(deps, { sender: 'Bob+x@far.test', forwarder: 'one.test' })
  expect(readRewritten(deps, first)).toBe('Bob+x@far.test')
  expect(readRewritten(deps, first.toLowerCase())).toBe('bob+x@far.test')
  expect(readRewritten(deps, first.replace('far.test', 'fat.test'))).toBeNull()
  expect(readRewritten(deps, first.replace('one.test', 'two.test'))).toBeNull()
  expect(readRewritten(deps, 'SRS0=aaaaaaaa=aa=far.test=bob@one.test')).toBeNull()
  const second = rewriteSender(deps, { sender: first, forwarder: 'two.test' })
  expect(second).toStartWith('SRS1=')
  expect(readRewritten(deps, second)).toBe(first)
  const third = rewriteSender(deps, { sender: second, forwarder: 'three.test' })
  expect(readRewritten(deps, third)).toBe(first)
  expect(rewriteSender(deps, { sender: '', forwarder: 'one.test' })).toBe('')
  app.advance(22 * 24 * 3_600_000)
  expect(readRewritten(deps, first)).toBeNull()
})

const letter = (more: Partial<Letter> = {}): Letter => ({
  id: Bun.randomUUIDv7(),
  sender: 'ada@own.test',
  recipient: 'bob@far.test',
  sizeBytes: 30,
  open: () => require('node:stream').Readable.from([Buffer.from('Subject: x\r\n\r\n.dot\r\n')]),
  ...more,
})

/** Servers of other domains on loopback, with their accepted messages by recipient. */
async function withServer(
  refuse: Record<string, number>,
  work: (port: number, taken: Map<string, string>) => Promise<void>,
  hasTls = true,
) {
  const taken = new Map<string, string>()
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: hasTls ? [] : ['STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    onRcptTo({ address }, _, callback) {
      const responseCode = refuse[address]
      callback(responseCode ? Object.assign(new Error('no'), { responseCode }) : null)
    },
    async onData(stream, { envelope, secure }, callback) {
      const raw = await new Response(stream as never).text()
      taken.set(envelope.rcptTo[0]?.address ?? '', `${secure ? 'TLS ' : ''}${raw}`)
      callback(null)
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as { port: number }
  try {
    await work(port, taken)
  } finally {
    await new Promise<void>((resolve) => server.close(resolve))
  }
}

const world = (mx: string[], addresses: Record<string, string[]> = {}) => ({
  ...silentResolver,
  servers: () => ['192.0.2.53:53'],
  lookUp: async () => ({ values: mx }),
  addresses: async (name: string) => addresses[name] ?? [],
})

test('direct delivery uses the preferred server, over TLS with any certificate, then the next', async () => {
  await withServer({ 'no@far.test': 550, 'later@far.test': 451 }, async (port, taken) => {
    const direct = createDirect({ name: () => 'own.test', port, mayVisit: () => true })
    const resolver = world(['20 b.test', '10 a.test'], { 'a.test': ['127.0.0.2'], 'b.test': ['127.0.0.1'] })
    await direct.send({ resolver }, letter())
    expect(taken.get('bob@far.test')).toBe('TLS Subject: x\r\n\r\n.dot\r\n')
    await expect(direct.send({ resolver }, letter({ recipient: 'no@far.test' }))).rejects.toMatchObject({
      isFinal: true,
    })
    await expect(direct.send({ resolver }, letter({ recipient: 'later@far.test' }))).rejects.toMatchObject({
      isFinal: false,
    })
  })
})

test('a relay gets every message, and a rejected recipient is distinguished from a rejected client', async () => {
  const deps = { resolver: silentResolver }
  const to = (recipient: string) => letter({ recipient })
  await withServer(
    { 'no@far.test': 550, 'later@far.test': 451 },
    async (port, taken) => {
      const relay = createRelay(`smtp://127.0.0.1:${port}`, () => 'own.test')
      expect(await relay.check()).toMatchObject({ isHealthy: true })
      await relay.send(deps, letter())
      expect(taken.get('bob@far.test')).toBe('Subject: x\r\n\r\n.dot\r\n')
      await expect(relay.send(deps, to('no@far.test'))).rejects.toMatchObject({ isFinal: true })
      await expect(relay.send(deps, to('later@far.test'))).rejects.toMatchObject({ isFinal: false })
      // A relay password that is rejected is the operator's problem, and no reason to give up the message.
      const locked = createRelay(`smtp://who:what@127.0.0.1:${port}`, () => 'own.test')
      await expect(locked.send(deps, letter())).rejects.toMatchObject({ isFinal: false })
    },
    false,
  )
  const gone = createRelay('smtp://127.0.0.1:9', () => 'own.test')
  expect(await gone.check()).toMatchObject({ isHealthy: false })
  await expect(gone.send(deps, letter())).rejects.toMatchObject({ isFinal: false })
  // A label of 64 characters is invalid, so no resolver is queried.
  const nowhere = `${'x'.repeat(64)}.invalid`
  await expect(createRelay(`smtp://${nowhere}`, () => 'own.test').send(deps, letter())).rejects.toMatchObject(
    {
      isFinal: false,
      message: `The mail server cannot be reached: host ${nowhere} cannot be resolved.`,
    },
  )
})

test('a domain without a mail server, without an address or with a private one is given up; a DNS timeout is retried', async () => {
  const find = (resolver: ReturnType<typeof world>) => findMailServers(resolver, 'far.test', isPublic)
  await expect(find(world(['0 .']))).rejects.toMatchObject({ isFinal: true, status: '5.1.10' })
  await expect(find(world([]))).rejects.toMatchObject({ isFinal: true, status: '5.1.2' })
  await expect(find(world(['10 a.test'], { 'a.test': ['10.0.0.1', '::1'] }))).rejects.toMatchObject({
    isFinal: true,
    status: '5.4.4',
  })
  await expect(findMailServers(silentResolver, 'far.test', isPublic)).rejects.toMatchObject({
    isFinal: false,
  })
  expect(await find(world([], { 'far.test': ['198.51.100.7'] }))).toEqual([
    { host: 'far.test', address: '198.51.100.7' },
  ])
  for (const closed of ['127.0.0.1', '::ffff:10.0.0.1', 'fe80::1', '192.168.1.1', '100.64.0.1', '0.0.0.0'])
    expect([closed, isPublic(closed)]).toEqual([closed, false])
})
