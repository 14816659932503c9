import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import type { Folder } from '#features/mailboxes/contract/rules.ts'
import type { Flags } from '#features/mailboxes/storage/mailboxes.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { createSite } from '#test/support/backups.ts'
import type { Backup } from './contract/contract.ts'
import { archivePath } from './folders.ts'

let app: TestApp
let site: Awaited<ReturnType<typeof createSite>>
let domain: string

beforeEach(async () => {
  app = await createTestApp()
  site = await createSite(app)
  const name = `post-${Bun.randomUUIDv7().slice(-8)}`
  await site.call('POST', '/api/domains/register', { name, tld: 'com', serviceId: site.serviceId })
  domain = `${name}.com`
})
afterEach(() => app.close())

async function makeBox(local: string) {
  const { body, text, status } = await site.call('POST', '/api/email/accounts', { local, domain })
  if (status !== 201) throw new Error(text)
  const { id: accountId, email } = body as { id: string; email: string }
  const box = { userId: site.customer.id, accountId }
  const { mailboxes } = app.deps
  return {
    ...box,
    email,
    deliver: async (text: string, folder: Folder = 'inbox', flags: Partial<Flags> = {}) => {
      const content = (async function* () {
        yield Buffer.from(text)
      })()
      return (await mailboxes.deliver(box, folder, content, flags)).file
    },
    remove: (file: string, folder: Folder = 'inbox') => mailboxes.remove(box, folder, file),
    move: (file: string, to: Folder) => mailboxes.move(box, file, { from: 'inbox', to }),
    /** Its messages: folder, set flags, and text. */
    async contents() {
      const found = []
      for await (const { folder, file, sizeBytes: _, writtenAt: __, ...flags } of mailboxes.list(box)) {
        const set = Object.entries(flags).flatMap(([name, isSet]) => (isSet ? [name] : []))
        found.push(
          [folder, set.join(' '), await (await mailboxes.open(box, folder, file))?.text()].join(' | '),
        )
      }
      return found.sort()
    },
  }
}

const entries = (id: string) =>
  Bun.spawnSync(['unzip', '-Z1', archivePath(app.dataDir, id)])
    .stdout.toString()
    .trim()
    .split('\n')
const restore = async ({ id }: Backup) => {
  expect((await site.call('POST', `/api/backups/${id}/restore`)).status).toBe(202)
  await app.work()
}

describe('a full backup', () => {
  test('holds the messages of every mailbox as mail files, and says so', async () => {
    const [anna, berta] = [await makeBox('anna'), await makeBox('berta')]
    const first = await anna.deliver('From: a\r\n\r\none', 'inbox', { isSeen: true })
    await anna.deliver('From: b\r\n\r\ntwo', 'sent')
    await berta.deliver(`From: c\r\n\r\n${'long '.repeat(50_000)}`)
    const backup = await site.backUp('full')
    expect(backup).toMatchObject({ status: 'completed' })
    expect(backup.reason).toBe('Files · 2 mailboxes · no databases')
    const names = entries(backup.id)
    expect(names).toContain(`mail/${anna.email}/inbox/${first}.eml`)
    expect(names.filter((name) => name.startsWith('mail/'))).toHaveLength(3)
  })

  test('brings back missing messages with their flags, and keeps later ones', async () => {
    const anna = await makeBox('anna')
    const gone = await anna.deliver('gone', 'inbox', { isSeen: true, isFlagged: true })
    const moved = await anna.deliver('moved')
    await anna.deliver('spam', 'spam')
    const backup = await site.backUp('full')
    await anna.remove(gone)
    await anna.move(moved, 'trash')
    await anna.deliver('later')
    await restore(backup)
    expect(await anna.contents()).toEqual([
      'inbox |  | later',
      'inbox | isSeen isFlagged | gone',
      'spam |  | spam',
      'trash |  | moved',
    ])
    await restore(backup)
    expect(await anna.contents()).toHaveLength(4)
  })

  test('skips mailboxes deleted before the backup or since', async () => {
    const [anna, berta] = [await makeBox('anna'), await makeBox('berta')]
    await anna.deliver('kept')
    await berta.deliver('not kept')
    await site.call('DELETE', `/api/email/accounts/${berta.accountId}`)
    const backup = await site.backUp('full')
    expect(backup.reason).toContain('Files · 1 mailbox')
    expect(entries(backup.id).some((name) => name.includes('berta'))).toBe(false)
    await site.call('DELETE', `/api/email/accounts/${anna.accountId}`)
    await restore(backup)
    expect((await site.list()).find(({ id }) => id === backup.id)?.status).toBe('completed')
  })

  test('with damaged messages changes no mailbox', async () => {
    const anna = await makeBox('anna')
    const file = await anna.deliver('the only copy')
    const backup = await site.backUp('full')
    await anna.remove(file)
    const path = archivePath(app.dataDir, backup.id)
    const bytes = Buffer.from(await Bun.file(path).arrayBuffer())
    bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 0xff
    await Bun.write(path, bytes)
    const { backups: b } = app.store.t
    const sha256 = new Bun.CryptoHasher('sha256').update(bytes).digest('hex')
    await app.store.tx((tx) => tx.update(b).set({ sha256 }).where(eq(b.id, backup.id)))
    await restore(backup)
    expect(await anna.contents()).toEqual([])
    expect((await site.list()).find(({ id }) => id === backup.id)?.status).toBe('failed')
  })
})

test('a backup of files holds no mail', async () => {
  const anna = await makeBox('anna')
  await anna.deliver('one')
  const backup = await site.backUp('files')
  expect(entries(backup.id).some((name) => name.startsWith('mail/'))).toBe(false)
})

test('staged messages are removed after a restore', async () => {
  const anna = await makeBox('anna')
  await anna.deliver('one')
  await restore(await site.backUp('full'))
  expect(
    await Array.fromAsync(new Bun.Glob('mail-restores/**').scan({ cwd: app.dataDir, onlyFiles: false })),
  ).toEqual([])
})
