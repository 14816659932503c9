import { afterEach, beforeEach, expect, test } from 'bun:test'
import { generateKeyPairSync } from 'node:crypto'
import { createServer, type Server } from 'node:net'
import { createRecursiveResolver } from '#features/resolver/drivers/recursive-resolver.ts'
import { createTestApp, silentResolver, type TestApp } from '#test/support/app.ts'
import { startTestDns, type TestDns } from '#test/support/dns.ts'
import { domainName } from '#test/support/domain-name.ts'
import { createMailOwner, type MailOwner } from '#test/support/email.ts'
import { inboxOf } from '#test/support/mail-sending.ts'
import { mailFrom, openSmtp } from '#test/support/raw-smtp.ts'
import { startReceiver } from '../receiving/serve.ts'
import { signMessage } from '../sending/sign.ts'
import { createClamav, parseScannerAddress } from './clamav.ts'
import { joinPieces } from './query-dns.ts'
import { createRspamd } from './rspamd.ts'

const keys = generateKeyPairSync('rsa', { modulusLength: 2048 })
const publicKey = keys.publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
const privateKey = keys.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
const signing = { domain: domainName('signed.test'), selector: 'key', privateKey, now: new Date() }
const zones: [string, string[]][] = [
  ['good.test', ['@ TXT v=spf1 ip4:127.0.0.1 -all', '_dmarc TXT v=DMARC1; p=reject']],
  ['bad.test', ['@ TXT v=spf1 ip4:192.0.2.1 -all']],
  ['strict.test', ['@ TXT v=spf1 ip4:192.0.2.1 -all', '_dmarc TXT v=DMARC1; p=reject']],
  ['wary.test', ['@ TXT v=spf1 ip4:192.0.2.1 -all', '_dmarc TXT v=DMARC1; p=quarantine']],
  ['mx.test', ['@ TXT v=spf1 mx -all', '@ MX 10 in.mx.test', 'in A 127.0.0.1']],
  [
    'aligned.com',
    [
      '@ TXT v=spf1 ip4:127.0.0.1 -all',
      'news TXT v=spf1 ip4:127.0.0.1 -all',
      `key._domainkey.news TXT v=DKIM1; k=rsa; p=${publicKey}`,
    ],
  ],
  ['streng.test', ['_dmarc TXT v=DMARC1; p=reject']],
  ['xn--stren-pqa.test', ['_dmarc TXT v=DMARC1; p=reject']],
  ['signed.test', [`key._domainkey TXT v=DKIM1; k=rsa; p=${publicKey}`, '_dmarc TXT v=DMARC1; p=reject']],
]

let dns: TestDns
let app: TestApp
let owner: MailOwner
let ada: { id: string; email: string }
let receiver: Awaited<ReturnType<typeof startReceiver>>

beforeEach(async () => {
  dns = await startTestDns(zones)
  app = await createTestApp({ resolver: createRecursiveResolver([`127.0.0.1:${dns.port}`]) })
  owner = await createMailOwner(app)
  ada = await owner.make({ local: 'ada', domain: (await owner.addDomain()).name })
  receiver = await startReceiver(app.deps, { port: 0 })
})
afterEach(async () => {
  await receiver.stop()
  await app.close()
  dns.close()
})

const send = async (from: string, raw = mailFrom(from)) => {
  const client = await openSmtp(receiver.port)
  const answer = await client.send({ from, to: ada.email, raw })
  client.end()
  return answer
}
const rows = () => app.store.read.select().from(app.store.t.emailMessages)
const account = async () => (await app.store.read.select().from(app.store.t.emailAccounts))[0]

test('the SPF and DMARC results of a sender are in the row and in the message', async () => {
  expect((await send('bob@good.test')).code).toBe(250)
  expect(await rows()).toMatchObject([{ folder: 'inbox', spf: 'pass', dkim: null, dmarc: 'pass' }])
  const [text = ''] = await inboxOf(app, owner, ada.id)
  expect(text).toMatch(/spf=pass/)
  expect(text).toMatch(/dmarc=pass/)
})

test('an MX in the sender’s SPF record is resolved', async () => {
  await send('bob@mx.test')
  expect(await rows()).toMatchObject([{ spf: 'pass', folder: 'inbox' }])
})

test('mail from an unauthorised server goes to spam, with the reason', async () => {
  expect((await send('bob@bad.test')).code).toBe(250)
  expect(await rows()).toMatchObject([{ folder: 'spam', spf: 'fail' }])
  expect((await rows())[0]?.spamReasons?.[0]).toContain('SPF')
})

test('a DMARC policy of reject rejects and counts a message, and quarantine sends it to spam', async () => {
  expect((await send('bob@strict.test')).text).toStartWith('550 5.7.26')
  expect(await rows()).toEqual([])
  expect(await account()).toMatchObject({ spamBlocked: 1, messagesReceived: 0 })
  expect((await send('bob@wary.test')).code).toBe(250)
  expect(await rows()).toMatchObject([{ folder: 'spam', dmarc: 'fail' }])
})

test('a valid signature authenticates a message from another server, and a broken one does not', async () => {
  const raw = mailFrom('bob@signed.test', [], 'As it was written.\r\n')
  const signed = (await signMessage(new Blob([raw]), signing)) + raw
  expect((await send('list@bad.test', signed)).code).toBe(250)
  expect(await rows()).toMatchObject([{ folder: 'inbox', dkim: 'pass', dmarc: 'pass', spf: 'fail' }])
  expect((await send('list@bad.test', signed.replace('written', 'altered'))).text).toStartWith('550 5.7.26')
})

test('a message that claims to be from the recipient’s own domain needs authentication', async () => {
  expect((await send('x@nowhere.test', mailFrom(`boss@${ada.email.split('@')[1]}`))).code).toBe(250)
  expect((await rows())[0]?.spamReasons?.join()).toContain('own domain')
})

const ownName = (name: string) =>
  owner.must('POST', '/api/domains/register', { name, tld: 'com', serviceId: owner.serviceId })

/** The reason why an outside message to a local domain is spam; SPF passes for its envelope. */
async function reasonsFor(from: string, { to, envelope = 'x@good.test' }: { to: string; envelope?: string }) {
  const client = await openSmtp(receiver.port)
  const raw = Buffer.from(mailFrom(from)).toString()
  expect((await client.send({ from: envelope, to, raw })).code).toBe(250)
  client.end()
  const last = (await rows()).at(-1)
  expect(last?.folder).toBe(last?.spamReasons ? 'spam' : 'inbox')
  return last?.spamReasons?.join() ?? ''
}

test('SPF of another domain does not authenticate the own one, in any notation', async () => {
  await ownName('bücherei')
  const { email: to } = await owner.make({ local: 'info', domain: 'bücherei.com' })
  for (const from of [
    to,
    'boss@bücherei.com',
    'boss@XN--BCHEREI-N2A.com.',
    'Boss <boss@news.bücherei.com>',
    'boss@\r\n xn--bcherei-n2a.com',
    'boss@(x)bücherei。com',
    'boss@"bücherei.com"',
    '"the boss"@ｂücherei.com',
    '<@good.test:boss@bücherei.com>',
    'boss@=?utf-8?Q?xn--bcherei-n2a=2Ecom?=',
    'x@good.test, boss@bücherei.com',
    'boss@bücherei.com <x@good.test>',
  ])
    expect([from, await reasonsFor(from, { to })]).toEqual([from, expect.stringContaining('own domain')])
  expect(await reasonsFor('boss@büchereien.com', { to })).toBe('')
})

test('an invisible character does not make the own domain a different one', async () => {
  await ownName('plainopfer')
  const { email: to } = await owner.make({ local: 'info', domain: 'plainopfer.com' })
  const unseen = [
    ...[0xad, 0x34f, 0x61c, 0x180e, 0x200b, 0x200c, 0x200d, 0x200e, 0x200f, 0x202a, 0x202b, 0x202c, 0x202d],
    ...[0x202e, 0x2060, 0x2066, 0x2067, 0x2068, 0x2069, 0x3164, 0xfe0f, 0xfeff, 0xfff9, 0xe0061],
  ].map((code) => String.fromCodePoint(code))
  for (const [at, sign] of unseen.entries()) {
    const domain = [`plain${sign}opfer.com`, `${sign}plainopfer.com`, `plainopfer.com${sign}`][at % 3]
    const from = `Boss <boss@${domain}>`
    expect([from, await reasonsFor(from, { to })]).toEqual([from, expect.stringContaining('own domain')])
  }
})

test('an undeliverable address is no author', async () => {
  await ownName('plainopfer')
  const { email: to } = await owner.make({ local: 'info', domain: 'plainopfer.com' })
  for (const from of [
    'boss@[plainopfer.com]',
    'boss@plainopfer.com..',
    'boss@plainopfer.com/',
    '＜boss@plainopfer.com＞',
    'boss@xn--plainopfer.com',
    '@plainopfer.com',
    'Boss <>',
    'Boss',
  ])
    expect([from, await reasonsFor(from, { to })]).toEqual([from, expect.stringContaining('has no sender')])
})

test('SPF and DKIM authenticate a domain and others of the same owner, without a DMARC record', async () => {
  await ownName('aligned')
  const { email: to } = await owner.make({ local: 'info', domain: 'aligned.com' })
  expect(await reasonsFor('boss@aligned.com', { to, envelope: 'x@Aligned.COM' })).toBe('')
  expect(await reasonsFor('boss@aligned.com.', { to, envelope: 'x@news.aligned.com' })).toBe('')
  expect(await reasonsFor('boss@shop.aligned.com', { to, envelope: 'x@news.aligned.com' })).toBe('')
  const raw = mailFrom('boss@aligned.com')
  for (const [domain, count] of [
    ['news.aligned.com', 0],
    ['signed.test', 1],
  ] as const) {
    const signature = await signMessage(new Blob([raw]), { ...signing, domain: domainName(domain) })
    const client = await openSmtp(receiver.port)
    await client.send({ from: 'x@good.test', to, raw: signature + raw })
    client.end()
    const last = (await rows()).at(-1)
    expect([domain, last?.dkim, last?.spamReasons?.length ?? 0]).toEqual([domain, 'pass', count])
  }
})

test('a DMARC policy of reject applies in every notation of the domain, in plain ASCII', async () => {
  for (const from of [
    'bob@STRENG.test.',
    'bob@strenß.test',
    'bob@(x)ｓtrenß。test',
    'bob@xn--stren-pqa.test',
  ]) {
    const { text } = await send('x@bad.test', mailFrom(from))
    const name = from.includes('STRENG') ? 'streng.test' : 'xn--stren-pqa.test'
    expect([from, text]).toEqual([from, expect.stringContaining(`DMARC policy of ${name}.`)])
    expect(text).toMatch(/^550 5\.7\.26 [\x20-\x7e]*$/)
  }
})

test('a silent resolver does not prevent delivery', async () => {
  await receiver.stop()
  receiver = await startReceiver({ ...app.deps, resolver: silentResolver }, { port: 0 })
  expect((await send('bob@good.test')).code).toBe(250)
  expect(await rows()).toMatchObject([{ folder: 'inbox', spf: 'temperror' }])
})

test('without a resolver no message is spam for it, and no forgery passes', async () => {
  const never = () => new Promise<never>(() => {})
  const resolver = {
    ...silentResolver,
    servers: () => ['192.0.2.1'],
    texts: never,
    addresses: never,
    lookUp: never,
  }
  await receiver.stop()
  receiver = await startReceiver({ ...app.deps, resolver }, { port: 0 })
  expect((await send('bob@good.test')).code).toBe(250)
  const two = mailFrom('bob@good.test', ['From: eve@good.test'])
  expect((await send('bob@good.test', two)).code).toBe(250)
  expect(await rows()).toMatchObject([
    { folder: 'inbox', spf: 'temperror', dmarc: 'temperror' },
    { folder: 'spam', spamReasons: ['It has no sender, or more than one.'] },
  ])
}, 300_000)

test('DKIM keys published in several strings are joined, other records stay separate', () => {
  expect(joinPieces('k._domainkey.x.test', ['v=DKIM1; k=rsa; ', 'p=abc', 'def'])).toEqual([
    'v=DKIM1; k=rsa; p=abcdef',
  ])
  expect(joinPieces('x.test', ['v=spf1 -all', 'verification=1'])).toEqual(['v=spf1 -all', 'verification=1'])
  expect(joinPieces('x.test', ['a'.repeat(255), 'b', 'c'])).toEqual([`${'a'.repeat(255)}b`, 'c'])
})

const withRspamd = async (answer: () => Response, use: (url: string) => Promise<void>) => {
  const asked: { headers: Headers; text: string }[] = []
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      asked.push({ headers: request.headers, text: await request.text() })
      return answer()
    },
  })
  await use(server.url.href)
  await server.stop(true)
  return asked
}

test.each([
  ['reject', '550 5.7.1', 0],
  ['soft reject', '451 4.7.1', 0],
  ['add header', '250 2.0.0', 1],
  ['no action', '250 2.0.0', 1],
])('an rspamd action of %s results in %s', async (action, said, count) => {
  const asked = await withRspamd(
    () => Response.json({ action, score: 9.5, required_score: 15 }),
    async (url) => {
      app.deps.incomingMail.filters.spam = createRspamd(url)
      expect((await send('bob@good.test')).text).toStartWith(said)
    },
  )
  expect(asked[0]?.headers.get('ip')).toBe('127.0.0.1')
  expect(asked[0]?.text).toStartWith('From: bob@good.test')
  const kept = await rows()
  expect(kept).toHaveLength(count)
  if (count > 0) expect(kept[0]?.folder).toBe(action === 'add header' ? 'spam' : 'inbox')
})

test('without rspamd the portal’s own rules decide, and a warning is logged', async () => {
  app.deps.incomingMail.filters.spam = createRspamd('http://127.0.0.1:9')
  expect((await send('bob@bad.test')).code).toBe(250)
  expect(await rows()).toMatchObject([{ folder: 'spam' }])
  expect(app.logged.join()).toContain('spam filter not reachable')
  expect(await app.deps.incomingMail.filters.spam.check()).toEqual({ isHealthy: false, version: null })
  expect(app.logged.join()).toContain('rspamd does not answer')
})

/** A clamd that finds `EICAR`, with its protocol. */
async function startScanner(): Promise<{ place: string; server: Server }> {
  const server = createServer((socket) => {
    let bytes = Buffer.alloc(0)
    socket.on('data', (chunk: Buffer) => {
      bytes = Buffer.concat([bytes, chunk])
      if (bytes.subarray(-4).equals(Buffer.alloc(4)))
        socket.end(bytes.includes('EICAR') ? 'stream: Eicar-Signature FOUND\0' : 'stream: OK\0')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return { server, place: `127.0.0.1:${typeof address === 'object' ? address?.port : 0}` }
}

test('malware is rejected and counted, and no mail is accepted while the scanner is unavailable', async () => {
  const { server, place } = await startScanner()
  app.deps.incomingMail.filters.viruses = createClamav(place)
  expect((await send('bob@good.test', mailFrom('bob@good.test', [], 'EICAR\r\n'))).text).toContain(
    'Eicar-Signature',
  )
  expect(await account()).toMatchObject({ spamBlocked: 1 })
  expect((await send('bob@good.test')).code).toBe(250)
  server.close()
  expect((await send('bob@good.test')).text).toStartWith('451 4.7.1')
  expect(await rows()).toHaveLength(1)
})

test.each([
  ['/run/clamav/clamd.ctl', { path: '/run/clamav/clamd.ctl' }],
  ['127.0.0.1:3310', { host: '127.0.0.1', port: 3310 }],
  ['[::1]:3310', { host: '::1', port: 3310 }],
  ['clamav', null],
  ['host:99999', null],
])('the scanner address %j is parsed as %j', (text, place) => {
  expect(parseScannerAddress(text)).toEqual(place)
})
