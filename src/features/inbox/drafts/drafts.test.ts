import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { link } from 'node:fs/promises'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { reindexBox } from '#features/mail-transport/indexing/reindex.ts'
import { minute, second } from '#shared/time.ts'
import { createTestApp, type TestApp, testOrigin } from '#test/support/app.ts'
import { createMailOwner, type MailOwner } from '#test/support/email.ts'
import { createFakeTransport } from '#test/support/mail-sending.ts'
import { fileMessage, mailOf } from '#test/support/mailbox.ts'
import type { Message, OpenDraft, SavedDraft } from '../contract.ts'

let app: TestApp
let owner: MailOwner
let fake: ReturnType<typeof createFakeTransport>
let id: string
let address: string
let drafts: string
beforeEach(async () => {
  fake = createFakeTransport()
  app = await createTestApp({ mailTransport: fake.transport })
  owner = await createMailOwner(app)
  const { name } = await owner.addDomain()
  address = `anna@${name}`
  ;({ id } = await owner.make({ local: 'anna', domain: name }))
  drafts = `/api/email/accounts/${id}/drafts`
})
afterEach(() => app.close())

const box = () => ({ userId: owner.userId, accountId: id })
const full = {
  to: 'Rao <meera@far.test>, not yet',
  cc: 'lee@far.test',
  bcc: 'boss@far.test',
  subject: 'Tea — चाय',
  text: '\n\nGood morn\n\n-- \nAnna\n',
}
const ready = { to: 'meera@far.test', subject: 'Tea', text: 'Good morning.\n\n-- \nAnna' }
const save = (draftId: string, wish: object = {}) =>
  owner.must<SavedDraft>('PUT', `${drafts}/${draftId}`, wish)
const open = (draftId: string) => owner.must<OpenDraft>('GET', `${drafts}/${draftId}`)
const list = (folder: string) =>
  owner.must<Message[]>('GET', `/api/email/accounts/${id}/messages?folder=${folder}`)
const files = async () => {
  const found = []
  for await (const each of app.deps.mailboxes.list(box())) found.push(each)
  return found
}
const usedBytes = async () => ((await owner.list()).find((each) => each.id === id)?.used ?? 0) * 1_048_576
const attach = async (draftId: string, file: File, cookie = owner.cookie) => {
  const body = new FormData()
  body.append('file', file)
  const request = new Request(`${testOrigin}${drafts}/${draftId}/attachments`, {
    method: 'POST',
    headers: { cookie, origin: testOrigin },
    body,
  })
  const answer = await app.portal.fetch(request, () => '192.0.2.1')
  return { status: answer.status, body: (await answer.json()) as SavedDraft & { message: string } }
}
const send = (draftId: string, wish: object = {}) => owner.call('POST', `${drafts}/${draftId}/send`, wish)
const undo = (draftId: string) => owner.call('POST', `${drafts}/${draftId}/undo`)
const anyBytes = Uint8Array.from({ length: 70_000 }, (_, n) => (n * 7 + (n >> 8)) % 256)

describe('a draft', () => {
  test('is created under the requested id with all of its fields', async () => {
    const draftId = Bun.randomUUIDv7()
    const { version } = await save(draftId, full)
    const { subject, text, bcc, to, cc } = full
    expect(await open(draftId)).toMatchObject({ id: draftId, version, to, cc, bcc, subject, text })
    const [listed] = await list('drafts')
    expect(listed).toMatchObject({ id: draftId, to: full.to, subject, isSeen: true })
    const [file] = await files()
    expect(file).toMatchObject({ folder: 'drafts', isSeen: true })
    expect(await usedBytes()).toBe(file?.sizeBytes ?? -1)
  })

  test('stays one file and one row over repeated saves, and its bytes count once', async () => {
    const draftId = Bun.randomUUIDv7()
    for (const text of ['', 'a', 'a b', 'a b c']) await save(draftId, { ...ready, text })
    expect((await open(draftId)).text).toBe('a b c')
    const all = await files()
    expect([all.length, (await list('drafts')).length]).toEqual([1, 1])
    expect(await usedBytes()).toBe(all[0]?.sizeBytes ?? -1)
  })

  test('is not overwritten without force after someone else saved it', async () => {
    const draftId = Bun.randomUUIDv7()
    const { version } = await save(draftId, ready)
    const later = await save(draftId, { ...ready, text: 'theirs', baseVersion: version })
    const stale = await owner.call('PUT', `${drafts}/${draftId}`, { ...ready, baseVersion: version })
    expect(stale).toMatchObject({
      status: 409,
      body: { code: 'CONFLICT', currentVersion: later.version },
    })
    expect((await open(draftId)).text).toBe('theirs')
    await save(draftId, { ...ready, text: 'mine' })
    expect((await open(draftId)).text).toBe('mine')
  })

  test('saved by two tabs in parallel takes the version of one, in one file', async () => {
    const draftId = Bun.randomUUIDv7()
    const { version: baseVersion } = await save(draftId, ready)
    const both = await Promise.all(
      ['one', 'two'].map((text) =>
        owner.call('PUT', `${drafts}/${draftId}`, { ...ready, text, baseVersion }),
      ),
    )
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect((await files()).length).toBe(1)
  })

  test('is not recreated by an edit after its deletion', async () => {
    const draftId = Bun.randomUUIDv7()
    const { version: baseVersion } = await save(draftId, ready)
    await app.deps.mailboxes.remove(box(), 'drafts', (await files())[0]?.file ?? '')
    await reindexBox(app.deps, { userId: owner.userId, id })
    const call = await owner.call('PUT', `${drafts}/${draftId}`, { ...ready, baseVersion })
    expect(call.status).toBe(404)
    expect((await open((await save(draftId, ready)).id)).subject).toBe('Tea')
  })

  test('from a mail program can be edited: its text, its people and its files', async () => {
    const raw = mailOf(
      'From: anna@x.test',
      'To: "Rao, Meera" <meera@far.test>',
      'Subject: =?utf-8?B?w4RtdGVy?=',
      'Content-Type: multipart/mixed; boundary=b',
      '',
      '--b',
      '',
      'Hello',
      '--b',
      'Content-Type: application/pdf; name=a.pdf',
      'Content-Disposition: attachment; filename=a.pdf',
      'Content-Transfer-Encoding: base64',
      '',
      'JVBERi0xLjQK',
      '--b--',
    )
    const draftId = await fileMessage(app, box(), raw, { folder: 'drafts' })
    const { version, attachments, ...rest } = await open(draftId)
    expect(rest).toMatchObject({ to: '"Rao, Meera" <meera@far.test>', subject: 'Ämter', text: 'Hello' })
    expect(attachments).toMatchObject([{ n: 0, name: 'a.pdf', size: 9 }])
    await save(draftId, { ...ready, baseVersion: version })
    const again = await open(draftId)
    expect(again).toMatchObject({ to: 'meera@far.test', attachments: [{ name: 'a.pdf', size: 9 }] })
  })

  test('exists once after an interruption at any step of saving', async () => {
    const draftId = Bun.randomUUIDv7()
    await save(draftId, { ...ready, text: 'first' })
    const [former] = await files()
    const kept = join(app.dataDir, 'kept')
    await link(join(app.dataDir, 'mail', id, '.Drafts', 'cur', `${former?.file}:2,S`), kept)
    await save(draftId, { ...ready, text: 'second' })
    // The state after a crash before the old file is removed.
    await app.deps.mailboxes.putBack(box(), 'drafts', {
      file: former?.file ?? '',
      path: kept,
      flags: { isSeen: true, isAnswered: false, isFlagged: false },
    })
    app.advance(2 * minute)
    await reindexBox(app.deps, { userId: owner.userId, id })
    expect((await list('drafts')).map((each) => each.id)).toEqual([draftId])
    expect([(await open(draftId)).text, (await files()).length]).toEqual(['second', 1])
  })

  test('is not accessible to other customers, and requires an id', async () => {
    const draftId = Bun.randomUUIDv7()
    await save(draftId, ready)
    const other = await createMailOwner(app)
    for (const [method, path] of [
      ['GET', ''],
      ['PUT', ''],
      ['POST', '/send'],
      ['POST', '/undo'],
      ['DELETE', '/attachments/0'],
    ] as const) {
      expect(
        (await other.call(method, `${drafts}/${draftId}${path}`, method === 'GET' ? undefined : {})).status,
      ).toBe(404)
      const json = method === 'GET' ? {} : { json: {} }
      expect((await app.request(`${drafts}/${draftId}${path}`, { method, ...json })).status).toBe(401)
    }
    expect((await attach(draftId, new File(['x'], 'x.txt'), other.cookie)).status).toBe(404)
    expect((await owner.call('PUT', `${drafts}/nonsense`, ready)).status).toBe(404)
    expect((await owner.call('PUT', `${drafts}/${draftId}`, { text: 'a\u0000b' })).status).toBe(422)
  })

  test('is rejected beyond the mailbox quota, and the saved version stays', async () => {
    const draftId = Bun.randomUUIDv7()
    await save(draftId, ready)
    await owner.must('PUT', `/api/email/accounts/${id}/storage`, { quota: 10 })
    const refused = await attach(draftId, new File([new Uint8Array(9_000_000)], 'big.bin'))
    expect(refused).toMatchObject({ status: 409, body: { message: expect.stringContaining('full') } })
    expect(await open(draftId)).toMatchObject({ subject: 'Tea', attachments: [] })
  })
})

describe('an attachment', () => {
  test.each(['list.txt', 'चाय — déjà vu (1).pdf', 'a"b;c.exe', 'mail.eml', `${'x'.repeat(180)}.png`])(
    'named %s arrives byte for byte, whatever is saved in the meantime',
    async (name) => {
      const draftId = Bun.randomUUIDv7()
      await save(draftId, ready)
      expect(await attach(draftId, new File([anyBytes], name))).toMatchObject({ status: 201 })
      const { attachments } = await save(draftId, { ...ready, text: 'Changed' })
      expect(attachments).toMatchObject([{ n: 0, size: anyBytes.length }])
      expect((await send(draftId)).status).toBe(201)
      await app.work()
      const [sent] = fake.sent
      const read = await PostalMime.parse(sent?.raw ?? '', { attachmentEncoding: 'arraybuffer' })
      expect(read.text?.trim()).toBe('Changed')
      expect(read.attachments.map(({ filename }) => filename)).toEqual([name])
      expect(new Uint8Array(read.attachments[0]?.content as ArrayBuffer)).toEqual(anyBytes)
      expect(sent?.raw).not.toContain('X-Portal')
    },
  )

  test('is removed by its number and name', async () => {
    const draftId = Bun.randomUUIDv7()
    await save(draftId, ready)
    for (const name of ['a.txt', 'b.txt']) await attach(draftId, new File([name], name))
    const at = (n: number, name: string) =>
      owner.call('DELETE', `${drafts}/${draftId}/attachments/${n}`, { name })
    expect((await at(0, 'b.txt')).status).toBe(409)
    expect((await at(7, 'b.txt')).status).toBe(404)
    expect(await at(0, 'a.txt')).toMatchObject({
      status: 200,
      body: { attachments: [{ n: 0, name: 'b.txt' }] },
    })
  })

  test('is rejected when it makes the message too large', async () => {
    const draftId = Bun.randomUUIDv7()
    await save(draftId, ready)
    const refused = await attach(draftId, new File([new Uint8Array(20_000_000)], 'big.bin'))
    expect(refused).toMatchObject({ status: 413, body: { message: expect.stringContaining('25 MB') } })
    expect((await attach(draftId, new File([new Uint8Array(27_000_000)], 'big.bin'))).status).toBe(413)
    expect((await open(draftId)).attachments).toEqual([])
    const none = await app.request(`${drafts}/${draftId}/attachments`, {
      cookie: owner.cookie,
      method: 'POST',
    })
    expect(none.status).toBe(415)
  })

  test('is copied when its message is forwarded', async () => {
    const raw = mailOf(
      'From: bob@far.test',
      'Content-Type: multipart/mixed; boundary=b',
      '',
      '--b',
      '',
      'Hello',
      '--b',
      'Content-Type: text/plain; name="list.txt"',
      'Content-Disposition: attachment; filename="list.txt"',
      '',
      'twelve',
      '--b--',
    )
    const forwardOf = await fileMessage(app, box(), raw)
    const saved = await save(Bun.randomUUIDv7(), { ...ready, forwardOf })
    expect(saved.attachments).toMatchObject([{ name: 'list.txt', size: 6 }])
    const call = await owner.call('PUT', `${drafts}/${Bun.randomUUIDv7()}`, { forwardOf: Bun.randomUUIDv7() })
    expect(call.status).toBe(404)
  })
})

describe('a sent draft', () => {
  const begin = async (wish: object = {}) => {
    const draftId = Bun.randomUUIDv7()
    const { version } = await save(draftId, { ...ready, ...wish })
    return { draftId, version }
  }

  test('is in Sent under its id, and is sent once, without the Bcc recipients', async () => {
    const { draftId } = await begin({ cc: 'lee@far.test', bcc: 'boss@far.test' })
    expect(await send(draftId)).toMatchObject({ status: 201, body: { id: draftId, leaves: true } })
    expect((await send(draftId)).status).toBe(409)
    expect((await owner.call('PUT', `${drafts}/${draftId}`, ready)).status).toBe(409)
    await app.work()
    expect(fake.sent.map(({ recipient }) => recipient).toSorted()).toEqual([
      'boss@far.test',
      'lee@far.test',
      'meera@far.test',
    ])
    for (const { raw } of fake.sent) expect(raw).not.toContain('boss')
    expect(fake.sent[0]?.raw).toContain('\r\n-- \r\nAnna\r\n')
    expect((await list('sent')).map((each) => each.id)).toEqual([draftId])
    expect([(await list('drafts')).length, (await files()).length]).toEqual([0, 1])
  })

  test('is sent once for two parallel requests', async () => {
    const { draftId, version: baseVersion } = await begin()
    const both = await Promise.all([1, 2].map(() => send(draftId, { baseVersion })))
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409])
    await app.work()
    expect(fake.sent).toHaveLength(1)
    expect((await files()).length).toBe(1)
  })

  test('waits while sending can be undone, and undoing restores the draft', async () => {
    const { draftId } = await begin({ bcc: 'boss@far.test' })
    await attach(draftId, new File([anyBytes], 'a.bin'))
    const before = await open(draftId)
    await send(draftId, { undoSeconds: 10 })
    app.advance(9 * second)
    await app.work()
    expect(fake.sent).toEqual([])
    expect(await undo(draftId)).toMatchObject({ status: 200, body: { id: draftId } })
    expect({ ...(await open(draftId)), savedAt: '', size: 0 }).toEqual({ ...before, savedAt: '', size: 0 })
    app.advance(minute)
    await app.work()
    expect(fake.sent).toEqual([])
    expect([(await list('sent')).length, (await files()).length]).toEqual([0, 1])
    expect((await owner.call('GET', `/api/email/accounts/${id}/outgoing`)).body).toEqual([])
    await send(draftId, { undoSeconds: 10 })
    app.advance(12 * second)
    await app.work()
    expect(fake.sent.map(({ recipient }) => recipient).toSorted()).toEqual([
      'boss@far.test',
      'meera@far.test',
    ])
    expect(await undo(draftId)).toMatchObject({
      status: 409,
      body: { message: 'The message is already being delivered.' },
    })
    expect((await list('sent')).length).toBe(1)
  })

  test('is only a draft after an interrupted undo', async () => {
    const { draftId } = await begin()
    await send(draftId, { undoSeconds: 10 })
    const [sent] = await files()
    const kept = join(app.dataDir, 'kept')
    await link(join(app.dataDir, 'mail', id, '.Sent', 'cur', `${sent?.file}:2,S`), kept)
    await undo(draftId)
    await app.deps.mailboxes.putBack(box(), 'sent', {
      file: sent?.file ?? '',
      path: kept,
      flags: { isSeen: true, isAnswered: false, isFlagged: false },
    })
    app.advance(2 * minute)
    await reindexBox(app.deps, { userId: owner.userId, id })
    expect([(await list('sent')).length, (await list('drafts')).length]).toEqual([0, 1])
  })

  test('marks its original as answered, and undoing reverts that', async () => {
    const raw = mailOf('From: bob@far.test', 'Message-ID: <one@far.test>', 'Subject: Hello', '', 'Hello')
    const question = await fileMessage(app, box(), raw, { messageId: 'one@far.test', threadId: 'a' })
    const { draftId } = await begin({ inReplyTo: question })
    expect((await open(draftId)).inReplyTo).toBe(question)
    await send(draftId, { undoSeconds: 10 })
    expect((await list('inbox'))[0]?.isAnswered).toBe(true)
    await undo(draftId)
    expect((await list('inbox'))[0]?.isAnswered).toBe(false)
    await send(draftId)
    await app.work()
    expect(fake.sent[0]?.raw).toContain('In-Reply-To: <one@far.test>')
    expect((await list('sent'))[0]?.threadId).toBe('a')
  })

  test.each([
    [{ to: '' }, 'to'],
    [{ to: 'Meera' }, 'to'],
    [{ cc: 'nobody' }, 'cc'],
    [{ text: ' ' }, 'text'],
  ])('with %j stays a draft, and the error names the field', async (wish, field) => {
    const { draftId } = await begin(wish)
    expect(await send(draftId)).toMatchObject({
      status: 422,
      body: { fields: { [field]: expect.any(String) } },
    })
    expect((await list('drafts')).length).toBe(1)
  })

  test('stays a draft when someone else changed it', async () => {
    const { draftId, version: baseVersion } = await begin()
    await save(draftId, { ...ready, text: 'theirs' })
    expect(await send(draftId, { baseVersion })).toMatchObject({ status: 409, body: { code: 'CONFLICT' } })
    expect((await send(Bun.randomUUIDv7())).status).toBe(404)
  })
})

test('a signature belongs to its mailbox, and other customers cannot set it', async () => {
  const path = `/api/email/accounts/${id}/signature`
  expect(await owner.must('PUT', path, { signature: ' Anna\nRao ' })).toMatchObject({
    email: address,
    signature: 'Anna\nRao',
  })
  expect(await owner.call('PUT', path, { signature: 'a'.repeat(1_001) })).toMatchObject({
    status: 422,
    body: { fields: { signature: expect.any(String) } },
  })
  expect((await (await createMailOwner(app)).call('PUT', path, { signature: '' })).status).toBe(404)
  expect(await owner.must('PUT', path, { signature: '' })).toMatchObject({ signature: '' })
})
