import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { mkdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { layFiles } from '#test/support/backups.ts'
import { makeTestFolder } from '#test/support/folders.ts'
import { nextEntry, treeOf, withContents } from './contents.ts'
import { filesPrefix, linesName, smallBytes } from './limits.ts'
import { type TreeItem, writeHeader, writeLine } from './manifest.ts'
import { NameSet } from './name-set.ts'
import { Output, openSpool } from './output.ts'
import { verifyArchive } from './read.ts'
import { Damaged } from './refused.ts'
import { unpackArchive } from './unpack.ts'
import { writeArchive } from './write.ts'
import { openZip } from './zip-file.ts'
import { ZipWriter } from './zip-writer.ts'

let folder: string
let root: string
let path: string
beforeEach(() => {
  folder = makeTestFolder()
  root = join(folder, 'tree')
  path = join(folder, 'backup.zip')
  mkdirSync(root)
})
afterEach(() => rmSync(folder, { recursive: true }))

const refuse = () => Promise.reject(new Error('files alone were expected'))
const filesAlone = { takeDatabase: refuse, takeMessage: refuse }
const room = { maxBytes: Number.POSITIVE_INFINITY, ...filesAlone }
const none = { databases: 0, databaseBytes: 0, messages: 0, mailBytes: 0 }
const about = { backupId: 'b', serviceId: 's', backupType: 'files', createdAt: '2026-11-21T10:00:00.000Z' }
const write = () => writeArchive({ root, describe: about }, { path, temporary: `${path}.tmp` })
const run = (...command: string[]) => Bun.spawnSync(command).exitCode
const python = 'import sys,zipfile; sys.exit(0 if zipfile.ZipFile(sys.argv[1]).testzip() is None else 1)'
/** The output of Info-ZIP and Python for the archive. */
const judge = () => [run('unzip', '-tqq', path), run('python3', '-c', python, path)]
const text = 'A line of a page that is served again and again.\n'.repeat(4_000)

test('an archive of version 1, written by earlier portals, is verified and restored', async () => {
  const old = join(import.meta.dir, '../../../../test/fixtures/backup-version-1.zip')
  await verifyArchive(old, room)
  const target = join(folder, 'out')
  expect(await unpackArchive(old, target, room)).toEqual({ items: 12, totalBytes: 196_016, ...none })
  expect(readFileSync(join(target, 'large.txt'), 'utf8')).toBe(text)
  expect(readFileSync(join(target, 'Readme.md'), 'utf8')).toBe('one')
  expect(readFileSync(join(target, 'README.md'), 'utf8')).toBe('two')
  expect(readFileSync(join(target, 'ünïcode/日本.txt'), 'utf8')).toBe('x')
  expect(statSync(join(target, 'deep/er/empty')).isDirectory()).toBe(true)
  expect(statSync(join(target, 'a.txt')).mode & 0o777).toBe(0o600)
})

test('an archive of version 2, from before database backups, is verified and restored', async () => {
  const old = join(import.meta.dir, '../../../../test/fixtures/backup-version-2.zip')
  await verifyArchive(old, room)
  const target = join(folder, 'out')
  expect(await unpackArchive(old, target, room)).toEqual({ items: 11, totalBytes: 196_016, ...none })
  expect(readFileSync(join(target, 'large.txt'), 'utf8')).toBe(text)
  expect(readFileSync(join(target, 'Readme.md'), 'utf8')).toBe('one')
  expect(statSync(join(target, 'a.txt')).mode & 0o777).toBe(0o600)
  const held = await withContents(old, ({ databases, hasFiles }) =>
    databases().then((all) => [all, hasFiles]),
  )
  expect(held).toEqual([{ held: [], absent: [] }, true])
})

test('files keep their dates in the archive and after a restore', async () => {
  layFiles(root, { 'old.txt': 'old', 'sub/large.txt': text, 'ancient.txt': 'from before zip' })
  const dates = {
    'old.txt': 1_500_000_000,
    'sub/large.txt': 1_600_000_001,
    sub: 1_400_000_000,
    'ancient.txt': 10,
  }
  for (const [name, seconds] of Object.entries(dates)) utimesSync(join(root, name), seconds, seconds)
  await write()
  expect(judge()).toEqual([0, 0])
  expect(run('unzip', '-qq', path, '-d', join(folder, 'theirs'))).toBe(0)
  await unpackArchive(path, join(folder, 'ours'), room)
  for (const [name, seconds] of Object.entries(dates)) {
    expect([name, statSync(join(folder, 'ours', name)).mtimeMs]).toEqual([name, seconds * 1_000])
    expect([name, statSync(join(folder, 'theirs', 'files', name)).mtimeMs]).toEqual([name, seconds * 1_000])
  }
})

test('files of every size are restored unchanged', async () => {
  const noise = (bytes: number) => crypto.getRandomValues(new Uint8Array(bytes))
  const files = {
    'empty.bin': '',
    'one.bin': 'x',
    'small.bin': noise(smallBytes),
    'next.bin': noise(smallBytes + 1),
    'packed.bin': Buffer.alloc(3_000_000),
    'large.txt': text,
  }
  layFiles(root, files)
  await write()
  expect(judge()).toEqual([0, 0])
  const target = join(folder, 'out')
  await unpackArchive(path, target, room)
  for (const name of Object.keys(files))
    expect([name, Buffer.compare(readFileSync(join(target, name)), readFileSync(join(root, name)))]).toEqual([
      name,
      0,
    ])
})

/** Writes a zip file entry by entry, after a hole of `sparseBytes`. */
async function zip(fill: (zip: ZipWriter) => Promise<void>, sparseBytes = 0): Promise<void> {
  writeFileSync(path, '')
  const handle = await open(path, 'a')
  await handle.truncate(sparseBytes)
  const directory = await openSpool(`${path}.directory`)
  const output = new Output(handle)
  output.sizeBytes = sparseBytes
  const writer = new ZipWriter(output, directory)
  await fill(writer)
  await writer.finish()
  await handle.close()
  await directory.discard()
}
const facts = (name: string) => ({ name, mode: 0o100644, modifiedMs: 1_600_000_000_000 })
const once = async function* (content: string) {
  yield Buffer.from(content)
}

describe('64-bit archives hold', () => {
  test('more than 65,535 entries', async () => {
    const count = 66_000
    await zip(async (writer) => {
      for (let number = 0; number < count; number += 1)
        await writer.addBytes(facts(`n-${number}`), Buffer.from('x'))
    })
    const names =
      'import sys,zipfile; sys.exit(0 if len(zipfile.ZipFile(sys.argv[1]).namelist()) == 66000 else 1)'
    expect(run('python3', '-c', names, path)).toBe(0)
    const opened = await openZip(path)
    let read = 0
    for (let entry = await nextEntry(opened); entry; entry = await nextEntry(opened)) read += 1
    await opened.close()
    expect([opened.count, read]).toEqual([count, count])
  }, 300_000)
  test('entries beyond the first four gigabytes, and an entry that claims such a size', async () => {
    await zip(
      async (writer) => {
        await writer.addBytes(facts('far'), Buffer.from('far away'))
        await writer.addStream(facts('streamed'), once(text), { mostBytes: 2 ** 33 })
      },
      5 * 2 ** 30,
    )
    expect(judge()).toEqual([0, 0])
  })
})

type Line = Partial<TreeItem> & { content?: string }
const hash = (content: string) => new Bun.CryptoHasher('sha256').update(content).digest('hex')
const itemOf = ({ content = '', ...item }: Line): TreeItem => ({
  name: filesPrefix + item.path,
  path: 'a.txt',
  kind: 'file',
  sizeBytes: content.length,
  sha256: item.kind === 'folder' ? null : hash(content),
  mode: 0o644,
  modifiedMs: 0,
  ...item,
})

/** An archive whose list matches its entries, unless the test changes it. */
const craft = (
  entries: Line[],
  { lines = entries, list }: { lines?: Line[]; list?: (text: string) => string } = {},
) =>
  zip(async (writer) => {
    for (const entry of entries) {
      const { name, kind } = itemOf(entry)
      await writer.addBytes(facts(kind === 'folder' ? `${name}/` : name), Buffer.from(entry.content ?? ''))
    }
    const items = lines.map(itemOf)
    const totalBytes = items.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
    const whole =
      writeHeader(about, { ...none, items: items.length, totalBytes }) + items.map(writeLine).join('')
    await writer.addStream(facts(linesName), once(list?.(whole) ?? whole), { mostBytes: 0, isFirst: true })
  })
const refuses = async (maxBytes = 1_000_000) => {
  const target = join(folder, 'inside')
  const error = await unpackArchive(path, target, { maxBytes, ...filesAlone }).catch(
    (error: unknown) => error,
  )
  expect(error).toBeInstanceOf(Damaged)
  expect(await Bun.file(target).exists()).toBe(false)
  return String(error)
}

describe('a list of contents in lines', () => {
  const [a, b] = [
    { path: 'a.txt', content: 'one' },
    { path: 'b.txt', content: 'two' },
  ]
  test('is accepted when it matches the archive', async () => {
    await craft([a, b])
    await verifyArchive(path, room)
    expect(await unpackArchive(path, join(folder, 'out'), room)).toEqual({ items: 2, totalBytes: 6, ...none })
    const listed = await withContents(path, (contents) => Array.fromAsync(treeOf(contents)))
    expect(listed.map((item) => item.path)).toEqual(['a.txt', 'b.txt'])
  })
  test.each([
    ['an entry too many', [a, b], { lines: [a] }],
    ['an entry too few', [a], { lines: [a, b] }],
    ['another order', [a, b], { lines: [b, a] }],
    ['other contents', [a], { lines: [{ ...a, sha256: hash('other') }] }],
    ['another size', [a], { lines: [{ ...a, sizeBytes: 4 }] }],
    ['a path outside the folder', [a], { lines: [{ ...a, name: 'files/a.txt', path: '../a.txt' }] }],
    ['two entries with one path', [a, b], { lines: [a, { ...b, name: 'files/b.txt', path: 'a.txt' }] }],
    ['a path below a file', [a, b], { lines: [a, { ...b, name: 'files/b.txt', path: 'a.txt/b' }] }],
    ['a path in no folder', [a], { lines: [{ ...a, name: 'files/a.txt', path: 'none/a' }] }],
    ['a missing end', [a, b], { list: (text: string) => text.slice(0, -4) }],
    ['a missing line', [a], { list: (text: string) => text.split('\n')[0] ?? '' }],
    ['no header', [a], { list: (text: string) => text.slice(text.indexOf('\n') + 1) }],
    ['an endless line', [a], { list: (text: string) => text + ' '.repeat(200_000) }],
    [
      'more bytes than it states',
      [a],
      { list: (text: string) => text.replace('"totalBytes":3', '"totalBytes":2') },
    ],
    ['a line of another kind', [a], { list: (text: string) => text.replace('"file"', '"link"') }],
    ['names that differ in case only', [a, { ...a, name: 'files/A.TXT', path: 'A.TXT' }], {}],
  ] as [string, Line[], Parameters<typeof craft>[1]][])('with %s is refused', async (_, entries, options) => {
    await craft(entries, options)
    await refuses()
  })
  test('is refused before unpacking when its contents exceed the limit', async () => {
    await craft([a, b])
    expect(await refuses(5)).toMatch(/more than the plan has room for/)
  })
})

test('a name set finds every name added to it, however many', () => {
  const names = new NameSet()
  const all = Array.from({ length: 50_000 }, (_, number) => `n-${number}`)
  expect(all.filter((name) => names.add(name))).toHaveLength(all.length)
  expect(all.filter((name) => names.add(name))).toEqual([])
})
