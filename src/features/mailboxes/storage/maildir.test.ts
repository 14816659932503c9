import { beforeEach, expect, test } from 'bun:test'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeTestFolder } from '#test/support/folders.ts'
import type { Mailboxes } from './mailboxes.ts'
import { createMaildirs } from './maildir.ts'

const box = { userId: 'u', accountId: '0198c0de-0000-7000-8000-000000000001' }
const none = { isSeen: false, isAnswered: false, isFlagged: false }
const now = () => new Date('2026-11-20T06:30:00.000Z')

let folder: string
let boxes: Mailboxes
const path = (...names: string[]) => join(folder, 'mail', box.accountId, ...names)
async function* bytes(...texts: string[]) {
  for (const text of texts) yield Buffer.from(text)
}
const textOf = async (file: string, where: 'inbox' | 'trash' = 'inbox') =>
  (await boxes.open(box, where, file))?.text()
const listed = () => Array.fromAsync(boxes.list(box))

beforeEach(() => {
  folder = makeTestFolder()
  boxes = createMaildirs(folder, now)
})

test('a delivered message is in `new`, and unreadable for other users of the machine', async () => {
  const { file, sizeBytes } = await boxes.deliver(box, 'inbox', bytes('one\r\n', 'two\r\n'))
  expect(sizeBytes).toBe(10)
  expect(readFileSync(path('new', file), 'utf8')).toBe('one\r\ntwo\r\n')
  expect(readdirSync(path('tmp'))).toEqual([])
  expect(statSync(path('new', file)).mode & 0o077).toBe(0)
  expect(statSync(path()).mode & 0o077).toBe(0)
})

test('other programs find the folders of Maildir++', async () => {
  await boxes.deliver(box, 'inbox', bytes('x'))
  expect(readFileSync(path('subscriptions'), 'utf8')).toBe('Drafts\nSent\nArchive\nSpam\nTrash\n')
  for (const name of ['.Drafts', '.Sent', '.Archive', '.Spam', '.Trash']) {
    expect(existsSync(path(name, 'maildirfolder'))).toBe(true)
    expect(readdirSync(path(name)).toSorted()).toEqual(['cur', 'maildirfolder', 'new', 'tmp'])
  }
})

test('flags in the file name follow Maildir, and those of other programs stay', async () => {
  const { file } = await boxes.deliver(box, 'inbox', bytes('x'), { isSeen: true, isFlagged: true })
  expect(readdirSync(path('cur'))).toEqual([`${file}:2,FS`])
  const { renameSync } = await import('node:fs')
  renameSync(path('cur', `${file}:2,FS`), path('cur', `${file}:2,DFS`))
  await boxes.mark(box, 'inbox', file, { ...none, isAnswered: true })
  expect(readdirSync(path('cur'))).toEqual([`${file}:2,DR`])
})

test('a message is read completely while its flags, and so its file name, change', async () => {
  const { file } = await boxes.deliver(box, 'inbox', bytes('text'))
  let isMarking = true
  const mark = async () => {
    for (let n = 0; isMarking; n += 1)
      await boxes.mark(box, 'inbox', file, { ...none, isSeen: n % 2 === 0, isFlagged: n % 3 === 0 })
  }
  const marking = mark()
  const texts = new Set<string>()
  for (let n = 0; n < 1_000; n += 1)
    texts.add(Buffer.from((await boxes.read(box, 'inbox', file)) ?? '').toString())
  isMarking = false
  await marking
  expect([...texts]).toEqual(['text'])
})

test('a moved message keeps its name and its flags', async () => {
  const { file } = await boxes.deliver(box, 'inbox', bytes('text'))
  await boxes.mark(box, 'inbox', file, { ...none, isSeen: true })
  await boxes.move(box, file, { from: 'inbox', to: 'trash' })
  expect(await boxes.open(box, 'inbox', file)).toBeNull()
  expect(await textOf(file, 'trash')).toBe('text')
  expect(await listed()).toEqual([
    { folder: 'trash', file, sizeBytes: 4, writtenAt: now(), ...none, isSeen: true },
  ])
})

test('a file from another program is listed with its size and its date', async () => {
  await boxes.deliver(box, 'inbox', bytes('x'))
  writeFileSync(path('.Sent', 'cur', 'theirs:2,S'), 'hello')
  const theirs = (await listed()).find(({ folder: each }) => each === 'sent')
  expect(theirs).toMatchObject({ file: 'theirs', sizeBytes: 5, isSeen: true })
})

test('an interrupted delivery leaves nothing behind', async () => {
  async function* cut() {
    yield Buffer.from('half')
    throw new Error('cut off')
  }
  await expect(boxes.deliver(box, 'inbox', cut())).rejects.toThrow('cut off')
  expect(await listed()).toEqual([])
  expect(readdirSync(path('tmp'))).toEqual([])
})

test('an adopted file is shared, and stays when one of its boxes is removed', async () => {
  writeFileSync(join(folder, 'spooled'), 'shared')
  const other = { userId: 'u', accountId: '0198c0de-0000-7000-8000-000000000002' }
  const { file } = await boxes.adopt(box, 'inbox', join(folder, 'spooled'))
  await boxes.adopt(other, 'spam', join(folder, 'spooled'))
  expect(statSync(path('new', file)).nlink).toBe(3)
  await boxes.removeBox(other)
  expect(await textOf(file)).toBe('shared')
})

test('the stamp changes with every change, including other programs’', async () => {
  expect(await boxes.stamp(box)).toBe('')
  const { file } = await boxes.deliver(box, 'inbox', bytes('x'))
  const first = await boxes.stamp(box)
  expect(await boxes.stamp(box)).toBe(first)
  await Bun.sleep(20)
  await boxes.mark(box, 'inbox', file, { ...none, isSeen: true })
  expect(await boxes.stamp(box)).not.toBe(first)
})

test('the next delivery recreates a removed box', async () => {
  await boxes.deliver(box, 'inbox', bytes('x'))
  await boxes.removeBox(box)
  expect(await listed()).toEqual([])
  await boxes.deliver(box, 'inbox', bytes('y'))
  expect(await listed()).toHaveLength(1)
})

test('a name outside the mailbox finds nothing', async () => {
  await boxes.deliver(box, 'inbox', bytes('x'))
  expect(await boxes.open(box, 'inbox', 'nowhere')).toBeNull()
  expect(await boxes.read(box, 'inbox', 'nowhere')).toBeNull()
  await boxes.remove(box, 'inbox', 'nowhere')
  await boxes.mark(box, 'inbox', 'nowhere', none)
})
