import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { makeTestFolder } from '#test/support/folders.ts'
import { linesName } from './limits.ts'
import { addTo, type Listed, type MessageItem, noSums, writeHeader, writeLine } from './manifest.ts'
import { Output, openSpool } from './output.ts'
import { Damaged } from './refused.ts'
import { unpackArchive } from './unpack.ts'
import { ZipWriter } from './zip-writer.ts'

let folder: string
let path: string
beforeEach(() => {
  folder = makeTestFolder()
  path = join(folder, 'backup.zip')
})
afterEach(() => rmSync(folder, { recursive: true }))

const text = 'Subject: x\r\n\r\nhello'
const sha256 = new Bun.CryptoHasher('sha256').update(text).digest('hex')
const facts = { sizeBytes: text.length, sha256 }
const message: MessageItem = {
  kind: 'message',
  name: 'mail/anna@shop.example/inbox/1700000000.M1P1.host.eml',
  mailbox: 'anna@shop.example',
  folder: 'inbox',
  file: '1700000000.M1P1.host',
  flags: 'FS',
  ...facts,
}
const file: Listed = {
  kind: 'file',
  name: 'files/a.txt',
  path: 'a.txt',
  mode: 0o644,
  modifiedMs: 0,
  ...facts,
}

type Changes = { backupType?: string; list?: (text: string) => string }

/** An archive whose entries and list match, unless the test changes them. */
async function craft(items: Listed[], { backupType = 'full', list }: Changes = {}): Promise<void> {
  const handle = await open(path, 'w')
  const spool = await openSpool(`${path}.directory`)
  const writer = new ZipWriter(new Output(handle), spool)
  for (const { name } of items)
    await writer.addBytes({ name, mode: 0o100644, modifiedMs: 0 }, Buffer.from(text))
  const sums = noSums()
  for (const item of items) addTo(sums, item)
  const about = { backupId: 'b', serviceId: 's', backupType, createdAt: '2026-11-23T10:00:00.000Z' }
  const whole = writeHeader(about, sums, 1) + items.map(writeLine).join('')
  const lines = async function* () {
    yield Buffer.from(list?.(whole) ?? whole)
  }
  await writer.addStream({ name: linesName, mode: 0o100644, modifiedMs: 0 }, lines(), {
    mostBytes: 0,
    isFirst: true,
  })
  await writer.finish()
  await handle.close()
  await spool.discard()
}

async function unpack(maxBytes = 1_000) {
  const taken: [MessageItem, string][] = []
  await unpackArchive(path, join(folder, 'out'), {
    maxBytes,
    takeDatabase: () => Promise.reject(new Error('no database was expected')),
    takeMessage: async (item, pieces) => {
      taken.push([item, Buffer.concat(await Array.fromAsync(pieces)).toString()])
    },
  })
  return taken
}

test('a message is handed over with its metadata, and does not count towards the file limit', async () => {
  await craft([file, message])
  expect(await unpack(text.length)).toEqual([[message, text]])
})

test('an archive of version 3 is read', async () => {
  await craft([file], { list: (list) => list.replace('"version":4', '"version":3') })
  expect(await unpack()).toEqual([])
  expect(await Bun.file(join(folder, 'out/a.txt')).text()).toBe(text)
})

describe('a message in the list of contents is refused', () => {
  const replaced = (from: string, to: string) => ({ list: (list: string) => list.replaceAll(from, to) })
  test.each([
    ['other contents', [{ ...message, sha256: sha256.replaceAll(/[0-7]/g, '8') }], {}],
    ['another size', [{ ...message, sizeBytes: 3 }], {}],
    ['another number of messages', [message], replaced('"messages":1', '"messages":2')],
    ['other bytes of messages', [message], replaced(`"mailBytes":${text.length}`, '"mailBytes":0')],
    ['a name among the files', [{ ...message, name: 'files/a.eml' }], {}],
    ['a name outside the folder', [{ ...message, name: 'mail/../../a.eml' }], {}],
    ['a file name outside the folder', [{ ...message, file: '../a' }], {}],
    ['a hidden file', [{ ...message, file: '.a' }], {}],
    ['an empty file name', [{ ...message, file: '' }], {}],
    ['a folder outside the mailbox', [{ ...message, folder: '../inbox' }], {}],
    ['an unknown flag', [{ ...message, flags: '/S' }], {}],
    ['a position before files', [message, file], {}],
    ['a message in a backup of files', [message], { backupType: 'files' }],
    ['a message in a backup of databases', [message], { backupType: 'database' }],
    ['two entries of one name', [message, message], {}],
    ['a version without messages', [message], replaced('"version":4', '"version":3')],
  ] as [string, Listed[], Changes][])('with %s', async (_, items, changes) => {
    await craft(items, changes)
    expect(await unpack().catch((error: unknown) => error)).toBeInstanceOf(Damaged)
  })
})
