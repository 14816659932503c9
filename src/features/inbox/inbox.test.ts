import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { and, eq } from 'drizzle-orm'
import PostalMime from 'postal-mime'
import { reindexBox } from '#features/mail-transport/indexing/reindex.ts'
import { second } from '#shared/time.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { createMailOwner, type MailOwner } from '#test/support/email.ts'
import { fileMessage, mailOf } from '#test/support/mailbox.ts'
import type { Message, MessagePage, OpenMessage, Outgoing } from './contract.ts'

let app: TestApp
let owner: MailOwner
let domain: { id: string; name: string }
let id: string
let inbox: string
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  owner = await createMailOwner(app)
  domain = await owner.addDomain()
  ;({ id } = await owner.make({ local: 'anna', domain: domain.name }))
  inbox = `/api/email/accounts/${id}/messages`
})

const box = () => ({ userId: owner.userId, accountId: id })
const file = (raw: string, wish?: Parameters<typeof fileMessage>[3]) => fileMessage(app, box(), raw, wish)
const plain = mailOf('From: Bob <bob@partner.example>', 'Subject: Hello', '', 'Good morning.')
const list = (query = '') => owner.must<Message[]>('GET', `${inbox}${query}`)
const subjects = async (query = '') => (await list(query)).map(({ subject }) => subject)
const open = (messageId: string, query = '') =>
  owner.must<OpenMessage>('GET', `${inbox}/${messageId}${query}`)
const rowOf = async (messageId: string) => {
  const { emailMessages: m } = app.store.t
  const [row] = await app.store.read.select().from(m).where(eq(m.id, messageId))
  return row
}
const filesOf = async () => {
  const found = []
  for await (const each of app.deps.mailboxes.list(box())) found.push(each)
  return found
}
const page = async (input: Record<string, unknown>) => {
  const wish = encodeURIComponent(JSON.stringify({ id, ...input }))
  const { body } = await owner.call('GET', `/api/trpc/email.messages.page?input=${wish}`)
  return (body as { result: { data: MessagePage } }).result.data
}

describe('the message list of a mailbox', () => {
  test('has a folder’s messages, newest first, page by page', async () => {
    for (const n of [1, 2, 3])
      await file(plain, { subject: `No. ${n}`, receivedAt: new Date(app.deps.now().getTime() + n * second) })
    await file(plain, { subject: 'An offer', folder: 'spam' })
    expect(await subjects()).toEqual(['No. 3', 'No. 2', 'No. 1'])
    expect(await subjects('?folder=spam')).toEqual(['An offer'])
    const first = await owner.call('GET', `${inbox}?limit=2`)
    expect((first.body as Message[]).length).toBe(2)
    const cursor = first.headers.get('x-next-cursor')
    expect(await subjects(`?limit=2&cursor=${cursor}`)).toEqual(['No. 1'])
  })

  test('includes the total and unread counts of each folder', async () => {
    await file(plain)
    const seen = await file(plain)
    await file(plain, { folder: 'sent' })
    await owner.must('PATCH', `${inbox}/${seen}`, { isSeen: true })
    const { items, nextCursor, folders } = await page({})
    expect([items.length, nextCursor]).toEqual([2, null])
    expect(folders).toEqual({
      inbox: { total: 2, unseen: 1 },
      drafts: { total: 0, unseen: 0 },
      sent: { total: 1, unseen: 1 },
      archive: { total: 0, unseen: 0 },
      spam: { total: 0, unseen: 0 },
      trash: { total: 0, unseen: 0 },
    })
  })

  test('is searched by sender, subject and text, case-insensitively, without wildcards', async () => {
    await file(plain, { subject: 'Die Rechnung Ämter' })
    await file(plain, { subject: '100 % sure' })
    expect(await subjects('?q=rechnung')).toEqual(['Die Rechnung Ämter'])
    expect(await subjects(`?q=${encodeURIComponent('äMTER')}`)).toEqual(['Die Rechnung Ämter'])
    expect(await subjects(`?q=${encodeURIComponent('100 %')}`)).toEqual(['100 % sure'])
    expect(await subjects('?q=BOB@else')).toHaveLength(2)
    expect(await subjects('?q=nothing')).toEqual([])
  })

  test('is searched in any Unicode normal form, whichever program or keyboard wrote it', async () => {
    const find = (q: string) => subjects(`?q=${encodeURIComponent(q)}`)
    const subject = 'Cafe\u0301 \u0932\u095c\u0915\u093e'
    await file(plain, { subject })
    for (const form of ['NFC', 'NFD'] as const) {
      for (const q of ['caf\u00e9', 'CAF\u00c9', '\u0932\u095c\u0915\u093e', '\u0932\u0921\u093c'])
        expect([q, await find(q.normalize(form))]).toEqual([q, [subject]])
    }
    expect(await find('\u202dcaf\u00e9\u202c')).toEqual([subject])
  })

  test('has a conversation’s messages from all folders, oldest first', async () => {
    const at = (n: number) => new Date(app.deps.now().getTime() + n * second)
    await file(plain, { subject: 'answer', threadId: 'a', folder: 'sent', receivedAt: at(2) })
    await file(plain, { subject: 'question', threadId: 'a', receivedAt: at(1) })
    await file(plain, { subject: 'another', threadId: 'b', receivedAt: at(1) })
    expect(await subjects('?thread=a')).toEqual(['question', 'answer'])
    const first = await owner.call('GET', `${inbox}?thread=a&limit=1`)
    const cursor = first.headers.get('x-next-cursor')
    expect(await subjects(`?thread=a&limit=1&cursor=${cursor}`)).toEqual(['answer'])
  })

  test.each([
    ['forwarding', 'A forwarding address has no inbox.'],
    ['alias', 'An alias has no inbox of its own.'],
  ])('is refused for a %s with an explanation', async (type, message) => {
    const { id } = await owner.make({ local: 'sales', domain: domain.name, type })
    const reply = await owner.call('GET', `/api/email/accounts/${id}/messages`)
    expect(reply).toMatchObject({ status: 409, body: { code: 'WRONG_STATE', message } })
  })

  test.each([
    ['folder=nowhere', 'folder'],
    ['limit=0', 'limit'],
    ['cursor=abc', 'cursor'],
  ])('rejects %s', async (query, field) => {
    const reply = await owner.call('GET', `${inbox}?${query}`)
    expect(reply).toMatchObject({ status: 422, body: { fields: { [field]: expect.any(String) } } })
  })

  test('is not accessible to other customers', async () => {
    const messageId = await file(plain)
    const other = await createMailOwner(app)
    const { id: theirs } = await other.make({ local: 'eve', domain: (await other.addDomain()).name })
    for (const path of [
      inbox,
      `${inbox}/${messageId}`,
      `/api/email/accounts/${theirs}/messages/${messageId}`,
    ])
      for (const call of ['', '/source', '/view', '/attachments/0'])
        expect((await other.call('GET', path + call)).status).toBe(404)
    expect((await app.request(inbox)).status).toBe(401)
  })
})

describe('a message', () => {
  test('is returned with its text, people and checks, without being marked as read', async () => {
    const raw = mailOf(
      'From: Bob <bob@partner.example>',
      `To: anna@${domain.name}`,
      'Cc: Carl <carl@partner.example>',
      'Reply-To: desk@partner.example',
      'Message-ID: <one@partner.example>',
      'Content-Type: text/plain; charset=iso-8859-1',
      'Content-Transfer-Encoding: quoted-printable',
      '',
      'Gr=FC=DFe',
    )
    const messageId = await file(raw)
    const read = await open(messageId)
    expect(read).toMatchObject({
      cc: 'Carl <carl@partner.example>',
      replyTo: 'desk@partner.example',
      html: null,
      messageIdHeader: 'one@partner.example',
      isSeen: false,
      attachments: [],
    })
    expect(read.text.trim()).toBe('Grüße')
    expect((await rowOf(messageId))?.isSeen).toBe(false)
  })

  test('is marked and moved, in its row and in its file, and an event is published', async () => {
    const messageId = await file(plain)
    const told: string[] = []
    const stop = app.deps.events.subscribe(({ kind, id }) => void told.push(`${kind} ${id}`))
    const change = { isSeen: true, isFlagged: true, folder: 'spam' }
    expect(await owner.must('PATCH', `${inbox}/${messageId}`, change)).toMatchObject(change)
    stop()
    expect(told).toContain(`email ${id}`)
    expect(await rowOf(messageId)).toMatchObject(change)
    expect(await filesOf()).toMatchObject([change])
    expect((await open(messageId)).text.trim()).toBe('Good morning.')
  })

  test('is listed among unread or starred messages of its folder, with paging and search', async () => {
    const ids: string[] = []
    for (const subject of ['One', 'Two', 'Three']) ids.push(await file(plain, { subject }))
    await owner.must('PATCH', inbox, { ids: [ids[0], ids[2]], isFlagged: true })
    await owner.must('PATCH', inbox, { ids: [ids[0]], isSeen: true })
    expect(await subjects('?only=starred')).toEqual(['Three', 'One'])
    expect(await subjects('?only=unread')).toEqual(['Three', 'Two'])
    expect(await subjects('?only=starred&q=one')).toEqual(['One'])
    expect(await subjects('?only=starred&folder=archive')).toEqual([])
    const { items, nextCursor } = await page({ only: 'starred', limit: 1 })
    expect(items.map(({ subject }) => subject)).toEqual(['Three'])
    const rest = await page({ only: 'starred', limit: 1, cursor: nextCursor })
    expect(rest).toMatchObject({ items: [{ subject: 'One' }], nextCursor: null })
    expect((await owner.call('GET', `${inbox}?only=large`)).status).toBe(422)
  })

  test('moves to the trash when deleted, and is removed when deleted there', async () => {
    const messageId = await file(plain)
    await owner.must('DELETE', `${inbox}/${messageId}`)
    expect(await rowOf(messageId)).toMatchObject({ folder: 'trash' })
    expect(await filesOf()).toMatchObject([{ folder: 'trash' }])
    await owner.must('DELETE', `${inbox}/${messageId}`)
    expect(await rowOf(messageId)).toBeUndefined()
    expect(await filesOf()).toEqual([])
    expect((await owner.call('DELETE', `${inbox}/${messageId}`)).status).toBe(404)
  })

  test('is NOT_FOUND when another program removed its file', async () => {
    const messageId = await file(plain)
    const row = await rowOf(messageId)
    await app.deps.mailboxes.remove(box(), 'inbox', row?.file ?? '')
    expect((await owner.call('GET', `${inbox}/${messageId}`)).status).toBe(404)
    expect((await owner.call('GET', `${inbox}/${messageId}/source`)).status).toBe(404)
  })

  test('downloads unchanged, under a safe file name', async () => {
    const messageId = await file(plain, { subject: '../"Hello"\r\nX: y' })
    const reply = await owner.call('GET', `${inbox}/${messageId}/source`)
    expect(reply.text).toBe(plain)
    expect(reply.headers.get('content-type')).toBe('message/rfc822')
    expect(reply.headers.get('content-disposition')).toStartWith('attachment; filename="..HelloX y.eml"')
    expect(reply.headers.get('content-security-policy')).toBe("sandbox; default-src 'none'")
  })
})

test('a message that a mail program stored appears with the next request', async () => {
  await file(plain)
  const sent = join(app.dataDir, 'mail', id, '.Sent', 'cur')
  await Bun.write(join(sent, '1795000000.M1P2.host,S=30,W=30:2,S'), mailOf('Subject: Appended', '', 'Hello'))
  await reindexBox(app.deps, { userId: owner.userId, id })
  expect(await list('?folder=sent')).toMatchObject([{ subject: 'Appended', isSeen: true }])
})

describe('several messages', () => {
  test('are marked, moved and deleted in one call; other customers’ and missing ones are skipped', async () => {
    const ids = [await file(plain), await file(plain)]
    const other = await createMailOwner(app)
    const theirs = await other.make({ local: 'eve', domain: (await other.addDomain()).name })
    const foreign = await fileMessage(app, { userId: other.userId, accountId: theirs.id }, plain)
    const all = [...ids, foreign, Bun.randomUUIDv7()]
    expect(await owner.must('PATCH', inbox, { ids: all, isSeen: true })).toEqual({ changed: 2 })
    expect(await owner.must('PATCH', inbox, { ids: all, folder: 'trash' })).toEqual({ changed: 2 })
    expect((await filesOf()).map(({ folder, isSeen }) => [folder, isSeen])).toEqual([
      ['trash', true],
      ['trash', true],
    ])
    expect(await owner.must('DELETE', inbox, { ids: all })).toEqual({ changed: 2 })
    expect(await filesOf()).toEqual([])
    expect(await rowOf(foreign)).toMatchObject({ isSeen: false, folder: 'inbox' })
  })

  test.each([[[]], [Array.from({ length: 101 }, () => Bun.randomUUIDv7())], ['x'], [undefined]])(
    'require between one and a hundred ids',
    async (ids) => {
      expect((await owner.call('PATCH', inbox, { ids, isSeen: true })).status).toBe(422)
      expect((await owner.call('DELETE', inbox, { ids })).status).toBe(422)
    },
  )
})

describe('an attachment', () => {
  const png = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.from('picture')])
  const part = (name: string, type: string, bytes: Buffer) => [
    '--b',
    `Content-Type: ${type}`,
    `Content-Disposition: attachment; filename="${name}"`,
    'Content-Transfer-Encoding: base64',
    '',
    bytes.toString('base64'),
  ]
  const parts = (...all: string[][]) =>
    mailOf('Content-Type: multipart/mixed; boundary=b', '', '--b', '', 'Look.', ...all.flat(), '--b--')

  test('is served by its sniffed type: only an image is displayed inline', async () => {
    const html = Buffer.from('<script>alert(1)</script>')
    const messageId = await file(
      parts(
        part('a.png', 'text/html', png),
        part('b.png', 'image/png', html),
        part('c.svg', 'image/svg+xml', Buffer.from('<svg onload="alert(1)"/>')),
        part('../d.html', 'text/html', html),
      ),
    )
    const { attachments } = await open(messageId)
    expect(attachments.map(({ name, type }) => [name, type])).toEqual([
      ['a.png', 'image/png'],
      ['b.png', 'application/octet-stream'],
      ['c.svg', 'application/octet-stream'],
      ['.._d.html', 'application/octet-stream'],
    ])
    for (const { n, type } of attachments) {
      const { status, headers, text } = await owner.call('GET', `${inbox}/${messageId}/attachments/${n}`)
      expect([status, headers.get('content-type')]).toEqual([200, type])
      expect(headers.get('content-disposition')?.split(';')[0]).toBe(n === 0 ? 'inline' : 'attachment')
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('content-security-policy')).toBe("sandbox; default-src 'none'")
      if (n === 1) expect(text).toBe('<script>alert(1)</script>')
    }
    for (const n of ['4', '-1', 'x', '99999'])
      expect((await owner.call('GET', `${inbox}/${messageId}/attachments/${n}`)).status).toBe(404)
  })

  test('is in the text and not in the list when the text embeds it by Content-ID', async () => {
    const related = mailOf(
      'Content-Type: multipart/related; boundary=b',
      '',
      '--b',
      'Content-Type: text/html',
      '',
      '<p>See <img src="cid:logo@x"><img src="cid:missing"></p>',
      '--b',
      'Content-Type: image/png',
      'Content-ID: <logo@x>',
      'Content-Transfer-Encoding: base64',
      '',
      png.toString('base64'),
      '--b--',
    )
    const read = await open(await file(related))
    expect(read.html).toContain(`src="data:image/png;base64,${png.toString('base64')}"`)
    expect(read.html).not.toContain('cid:')
    expect([read.attachments, read.hasRemoteContent]).toEqual([[], false])
  })
})

describe('the document of a message', () => {
  const html = mailOf('Content-Type: text/html', '', '<p>Hi<img src="https://t.example/p.gif"></p>')

  test('has an opaque origin without scripts, and loads remote images only on request', async () => {
    const messageId = await file(html)
    const [still, loading] = [
      await owner.call('GET', `${inbox}/${messageId}/view`),
      await owner.call('GET', `${inbox}/${messageId}/view?remote=1`),
    ]
    const policy = still?.headers.get('content-security-policy') ?? ''
    expect(policy).toContain('sandbox allow-popups allow-popups-to-escape-sandbox;')
    expect(policy).toContain("default-src 'none'; img-src data:;")
    expect(still?.text).not.toContain('t.example')
    expect(loading?.text).toContain('src="https://t.example/p.gif"')
    expect(loading?.headers.get('content-security-policy')).toContain('img-src data: https: http:;')
    expect(loading?.text).toContain('<meta name="referrer" content="no-referrer">')
    const framed = await app.request(`${inbox}/${messageId}/view`, {
      cookie: owner.cookie,
      headers: { 'sec-fetch-dest': 'iframe' },
    })
    const framedPolicy = framed.headers.get('content-security-policy') ?? ''
    expect(framedPolicy).toContain('sandbox allow-same-origin allow-popups allow-popups-to-escape-sandbox;')
    expect(framedPolicy).toContain("default-src 'none'; img-src data:;")
    expect((await open(messageId)).hasRemoteContent).toBe(true)
    expect((await owner.call('GET', `${inbox}/${messageId}/view?remote=perhaps`)).status).toBe(422)
  })

  test('shows a message without HTML as plain text', async () => {
    const messageId = await file(mailOf('Content-Type: text/plain', '', '<b>1 & 2</b>'))
    const { text } = await owner.call('GET', `${inbox}/${messageId}/view`)
    expect(text).toContain('<pre>&#60;b&#62;1 &#38; 2&#60;/b&#62;')
  })
})

describe('sending', () => {
  const send = (wish: Record<string, unknown> = {}) =>
    owner.call('POST', `/api/email/accounts/${id}/send`, {
      to: ['bob@partner.example'],
      subject: 'Grüße',
      text: 'Good morning.\n.\nBye',
      ...wish,
    })
  const outgoing = () => owner.must<Outgoing[]>('GET', `/api/email/accounts/${id}/outgoing`)

  test('keeps a subject that looks like an encoded word', async () => {
    const subject = 'See =?utf-8?Q?fake?= and =?utf-8?B?ZmFrZQ==?='
    expect(await send({ subject })).toMatchObject({ status: 201 })
    const [sent] = await list('?folder=sent')
    const { text } = await owner.call('GET', `${inbox}/${sent?.id}/source`)
    expect([sent?.subject, (await open(sent?.id ?? '')).subject]).toEqual([subject, subject])
    expect((await PostalMime.parse(text)).subject).toBe(subject)
  })

  test('queues a message once per recipient, and only the copy in Sent names the Bcc recipients', async () => {
    const bcc = ['boss@partner.example', 'bob@partner.example']
    expect(await send({ bcc })).toMatchObject({
      status: 201,
      body: { id: expect.any(String), leaves: false },
    })
    expect(
      (await outgoing()).map(({ recipient, subject, status }) => [recipient, subject, status]).sort(),
    ).toEqual([
      ['bob@partner.example', 'Grüße', 'queued'],
      ['boss@partner.example', 'Grüße', 'queued'],
    ])
    const [sent] = await list('?folder=sent')
    expect(sent).toMatchObject({
      subject: 'Grüße',
      to: 'bob@partner.example',
      isSeen: true,
      snippet: 'Good morning. . Bye',
    })
    const { text } = await owner.call('GET', `${inbox}/${sent?.id}/source`)
    expect(text).toContain('Bcc: boss@partner.example,\r\n bob@partner.example\r\n')
    const { emailQueue: q } = app.store.t
    const [row] = await app.store.read.select().from(q).where(eq(q.accountId, id))
    expect(row).toMatchObject({ sender: `anna@${domain.name}`, kind: 'message' })
    const raw = await app.deps.queueFiles.read(row?.file ?? '')
    expect(await raw?.text()).not.toContain('boss@')
    expect((await owner.list())[0]?.used).toBeGreaterThan(0)
  })

  test('a reply stays in the conversation, refers to its original, and marks it', async () => {
    const raw = mailOf('Message-ID: <two@x>', 'References: <one@x>', 'Subject: Hello', '', 'Well?')
    const question = await file(raw, { messageId: 'two@x', threadId: 'thread' })
    expect((await send({ inReplyTo: question, subject: 'Re: Hello' })).status).toBe(201)
    expect(await subjects('?thread=thread')).toContain('Re: Hello')
    expect(await rowOf(question)).toMatchObject({ isAnswered: true })
    const [sent] = await list('?folder=sent')
    const { text } = await owner.call('GET', `${inbox}/${sent?.id}/source`)
    expect(text).toContain('In-Reply-To: <two@x>')
    expect(text).toContain('References: <one@x> <two@x>')
  })

  test.each([
    ['to', []],
    ['to', ['nobody']],
    ['to', ['a@b.example, c@d.example']],
    ['to', ['a@b.example\r\nBcc: c@d.example']],
    ['subject', 'Hello\r\nX-Y: z'],
    ['text', ' \n '],
    ['text', 'a'.repeat(200_001)],
    ['cc', Array.from({ length: 101 }, (_, n) => `c${n}@d.example`)],
  ])('is refused with an invalid %s, and nothing is queued', async (field, value) => {
    const reply = await send({ [field]: value })
    expect(reply.status).toBe(422)
    expect(reply.text).toContain(`"${field}`)
    expect(await outgoing()).toEqual([])
    expect(await list('?folder=sent')).toEqual([])
  })

  test('is refused for a suspended, example or full account, and for a stopped service', async () => {
    const refused = { status: 409, body: { code: 'WRONG_STATE' } }
    const example = await createMailOwner(app)
    const { id: exampleId } = await example.make({ local: 'anna', domain: 'example.com' })
    const wish = { to: ['bob@partner.example'], text: 'Hello' }
    expect(await example.call('POST', `/api/email/accounts/${exampleId}/send`, wish)).toMatchObject(refused)
    await owner.must('PUT', `/api/email/accounts/${id}/status`, { status: 'suspended' })
    expect(await send()).toMatchObject(refused)
    await owner.must('PUT', `/api/email/accounts/${id}/status`, { status: 'active' })
    const { userServices: s, emailAccounts: a } = app.store.t
    const setService = (status: 'suspended' | 'active') =>
      app.store.tx((tx) => tx.update(s).set({ status }).where(eq(s.id, owner.serviceId)))
    await setService('suspended')
    expect(await send()).toMatchObject(refused)
    await setService('active')
    const isOwn = and(eq(a.userId, owner.userId), eq(a.id, id))
    await app.store.tx((tx) =>
      tx
        .update(a)
        .set({ usedBytes: 1_024 * 1_048_576 })
        .where(isOwn),
    )
    expect(await send()).toMatchObject(refused)
    expect(await outgoing()).toEqual([])
    expect(await filesOf()).toEqual([])
  })

  test('is refused beyond the hourly limit of an address, without a copy in Sent', async () => {
    const to = Array.from({ length: 100 }, (_, n) => `b${n}@partner.example`)
    for (const _ of [1, 2]) expect((await send({ to })).status).toBe(201)
    expect(await send()).toMatchObject({ status: 429, body: { code: 'TOO_MANY_REQUESTS' } })
    expect(await list('?folder=sent')).toHaveLength(2)
    expect(await filesOf()).toHaveLength(2)
  })

  test('a reply to another customer’s message is refused', async () => {
    expect((await send({ inReplyTo: Bun.randomUUIDv7() })).status).toBe(404)
    expect(await outgoing()).toEqual([])
  })

  test('runs once for a repeated Idempotency-Key', async () => {
    const headers = { 'idempotency-key': Bun.randomUUIDv7() }
    const json = { to: ['bob@partner.example'], text: 'Hello' }
    const again = () => app.request(`/api/email/accounts/${id}/send`, { cookie: owner.cookie, json, headers })
    expect((await again()).body).toEqual((await again()).body)
    expect(await outgoing()).toHaveLength(1)
    expect(await list('?folder=sent')).toHaveLength(1)
  })
})

describe('the set-up of mail programs', () => {
  const profile = () => owner.call('GET', `/api/email/accounts/${id}/profile.mobileconfig`)

  test('reports the listening servers, and that mail does not leave this installation', async () => {
    expect(await owner.must('GET', '/api/email/setup')).toMatchObject({ imap: null, outgoing: 'files' })
    expect(await profile()).toMatchObject({ status: 409, body: { code: 'WRONG_STATE' } })
    Object.assign(app.deps.mailPorts, { imap: 12_993, submission: 12_587 })
    expect(await owner.must('GET', '/api/email/setup')).toMatchObject({
      imap: { host: 'portal.test', port: 12_993, security: 'TLS' },
      submission: { host: 'portal.test', port: 12_587, security: 'STARTTLS' },
    })
    const { status, text, headers } = await profile()
    expect([status, headers.get('content-type')]).toEqual([200, 'application/x-apple-aspen-config'])
    expect(text).toContain(`<key>IncomingMailServerUsername</key><string>anna@${domain.name}</string>`)
    expect(text).toContain('<key>IncomingMailServerPortNumber</key><integer>12993</integer>')
    expect(text).not.toMatch(/<key>(Incoming|Outgoing)Password</)
    expect((await profile()).text).toBe(text)
    Object.assign(app.deps.mailPorts, { imap: null, submission: null })
  })
})
