import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { layFiles } from '#test/support/backups.ts'
import { makeTestFolder } from '#test/support/folders.ts'
import { withContents } from './contents.ts'
import { linesName } from './limits.ts'
import { addTo, type DatabaseItem, type Listed, noSums, writeHeader, writeLine } from './manifest.ts'
import { Output, openSpool } from './output.ts'
import { Damaged } from './refused.ts'
import { unpackArchive } from './unpack.ts'
import { writeArchive } from './write.ts'
import type { DumpSource } from './write-dump.ts'
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

const about = { backupId: 'b', serviceId: 's', backupType: 'full', createdAt: '2026-11-23T10:00:00.000Z' }
const noMessage = () => Promise.reject(new Error('no message was expected'))
const tool = { name: 'pg_dump', version: '18.1' }
const hash = (text: string) => new Bun.CryptoHasher('sha256').update(text).digest('hex')
const run = (...command: string[]) => Bun.spawnSync(command)
const databaseOf = (database: string, pieces: Iterable<string>): DumpSource => ({
  type: 'postgresql',
  database,
  user: 'keeper',
  databaseBytes: 1_000,
  open: async () => ({
    tool,
    content: (async function* () {
      for (const piece of pieces) yield Buffer.from(piece)
    })(),
  }),
})
const write = (databases: DumpSource[], more: object = {}) =>
  writeArchive({ root, databases, describe: about, ...more }, { path, temporary: `${path}.tmp` })

/** Unpacks an archive and reads all dumps as text. */
async function unpack(maxBytes = 1_000) {
  const dumps: Record<string, string> = {}
  const target = join(folder, 'out')
  const sums = await unpackArchive(path, target, {
    maxBytes,
    takeMessage: noMessage,
    takeDatabase: async ({ type, database }, pieces) => {
      dumps[`${type}/${database}`] = Buffer.concat(await Array.fromAsync(pieces)).toString()
    },
  })
  return { dumps, target, sums }
}

describe('an archive', () => {
  test('holds a dump for each database, before the files, with its metadata', async () => {
    layFiles(root, { 'a.txt': 'one' })
    await write([databaseOf('shop', ['create ', 'table']), databaseOf('blog', [''])])
    const { dumps, target, sums } = await unpack()
    expect(dumps).toEqual({ 'postgresql/shop': 'create table', 'postgresql/blog': '' })
    expect(await Bun.file(join(target, 'a.txt')).text()).toBe('one')
    expect(sums).toEqual({
      items: 3,
      totalBytes: 15,
      databases: 2,
      databaseBytes: 12,
      messages: 0,
      mailBytes: 0,
    })
    const { held } = await withContents(path, ({ databases }) => databases())
    expect(held[0]).toEqual({
      kind: 'database',
      name: 'databases/postgresql/shop.sql',
      type: 'postgresql',
      database: 'shop',
      user: 'keeper',
      sizeBytes: 12,
      sha256: hash('create table'),
      databaseBytes: 1_000,
      tool,
    })
  })
  test('with dumps is readable by other programs', async () => {
    await write([databaseOf('shop', ['select 1;'])])
    expect(run('unzip', '-tqq', path).exitCode).toBe(0)
    expect(run('unzip', '-p', path, 'databases/postgresql/shop.sql').stdout.toString()).toBe('select 1;')
  })
  test('separates databases whose names differ only in case', async () => {
    await write([databaseOf('Shop', ['one']), databaseOf('shop', ['two'])])
    expect((await unpack()).dumps).toEqual({ 'postgresql/Shop': 'one', 'postgresql/shop': 'two' })
  })
  test('with databases only creates no folder when unpacked', async () => {
    await write([databaseOf('shop', ['x'])], { root: null, describe: { ...about, backupType: 'database' } })
    const { dumps, target } = await unpack()
    expect(dumps).toEqual({ 'postgresql/shop': 'x' })
    expect(existsSync(target)).toBe(false)
  })
  test('is not written when a dump fails midway, and the dump’s reader is stopped', async () => {
    let isCancelled = false
    const broken = {
      ...databaseOf('shop', []),
      open: async () => ({
        tool,
        content: (async function* () {
          yield Buffer.from('half')
          throw new Error('broken off')
        })(),
      }),
    }
    await expect(write([broken])).rejects.toThrow('broken off')
    const endless = {
      ...databaseOf('shop', []),
      open: async () => ({
        tool,
        content: (async function* () {
          try {
            for (;;) yield Buffer.from('more')
          } finally {
            isCancelled = true
          }
        })(),
      }),
    }
    const stop = () => Promise.reject(new Error('given up'))
    await expect(write([endless], { onProgress: stop })).rejects.toThrow('given up')
    expect(isCancelled).toBe(true)
    expect(existsSync(path)).toBe(false)
  })
  test('holds a dump that is much larger than memory', async () => {
    const piece = 'insert into t values (1);\n'.repeat(40_000)
    // Memory in use after garbage collection.
    const held = () => {
      Bun.gc(true)
      return process.memoryUsage().heapUsed
    }
    const before = held()
    let peak = 0
    const look = () => {
      peak = Math.max(peak, held())
    }
    const many = {
      *[Symbol.iterator]() {
        for (let n = 0; n < 200; n += 1) {
          if (n % 40 === 39) look()
          yield piece
        }
      },
    }
    await write([databaseOf('shop', many)])
    let bytes = 0
    let nextLook = 40 * piece.length
    await unpackArchive(path, join(folder, 'out'), {
      maxBytes: 0,
      takeMessage: noMessage,
      takeDatabase: async (_, pieces) => {
        for await (const each of pieces) {
          bytes += each.byteLength
          if (bytes < nextLook) continue
          look()
          nextLook += 40 * piece.length
        }
      },
    })
    expect(bytes).toBe(200 * piece.length)
    expect(peak - before).toBeLessThan(bytes / 8)
  })
})

const dump = 'select 1;'
const good: DatabaseItem = {
  kind: 'database',
  name: 'databases/mysql/shop.sql',
  type: 'mysql',
  database: 'shop',
  user: 'shop',
  sizeBytes: dump.length,
  sha256: hash(dump),
  databaseBytes: 0,
  tool,
}
const file: Listed = {
  kind: 'file',
  name: 'files/a',
  path: 'a',
  sizeBytes: dump.length,
  sha256: hash(dump),
  mode: 0o644,
  modifiedMs: 0,
}

type Changes = { backupType?: string; list?: (text: string) => string; entries?: string[] }

/** An archive whose entries and list match, unless the test changes them. */
async function craft(items: Listed[], { backupType = 'full', list, entries }: Changes = {}): Promise<void> {
  writeFileSync(path, '')
  const handle = await open(path, 'a')
  const spool = await openSpool(`${path}.directory`)
  const writer = new ZipWriter(new Output(handle), spool)
  const facts = (name: string) => ({ name, mode: 0o100644, modifiedMs: 0 })
  for (const name of entries ?? items.map(({ name }) => name))
    await writer.addBytes(facts(name), Buffer.from(dump))
  const sums = noSums()
  for (const item of items) addTo(sums, item)
  const whole = writeHeader({ ...about, backupType }, sums) + items.map(writeLine).join('')
  const lines = async function* () {
    yield Buffer.from(list?.(whole) ?? whole)
  }
  await writer.addStream(facts(linesName), lines(), { mostBytes: 0, isFirst: true })
  await writer.finish()
  await handle.close()
  await spool.discard()
}

describe('a dump in the list of contents', () => {
  const replaced = (from: string, to: string) => ({ list: (text: string) => text.replaceAll(from, to) })
  test('is accepted unchanged', async () => {
    await craft([good, file])
    expect((await unpack()).dumps).toEqual({ 'mysql/shop': dump })
  })
  test.each([
    ['other contents', [{ ...good, sha256: hash('other') }], {}],
    ['another size', [{ ...good, sizeBytes: 3 }], {}],
    ['more bytes than the total', [good], replaced('"totalBytes":9', '"totalBytes":8')],
    ['another number of databases', [good], replaced('"databases":1', '"databases":2')],
    ['other bytes of databases', [good], replaced('"databaseBytes":9', '"databaseBytes":0')],
    ['a name among the files', [{ ...good, name: 'files/shop.sql' }], {}],
    ['a name outside the folder', [{ ...good, name: 'databases/../../shop.sql' }], {}],
    ['a database name with a slash', [{ ...good, database: '../shop' }], {}],
    ['an empty name', [{ ...good, database: '' }], {}],
    ['a user with quotes', [{ ...good, user: 'a"; drop role b; --' }], {}],
    ['a type with quotes', [{ ...good, type: 'mysql`' }], {}],
    ['a position after files', [file, good], {}],
    ['a dump in a backup of files', [good], { backupType: 'files' }],
    ['a file in a backup of databases', [good, file], { backupType: 'database' }],
    ['two entries of one name', [good, good], {}],
    ['fewer dumps than the archive has', [good], { entries: [good.name, 'databases/mysql/more.sql'] }],
    [
      'more dumps than the archive has',
      [good, { ...good, name: 'databases/mysql/more.sql' }],
      { entries: [good.name] },
    ],
    ['a version without databases', [good], replaced('"version":4', '"version":2')],
    ['a future version', [good], replaced('"version":4', '"version":5')],
    ['a negative size', [good], replaced('"databaseBytes":0,"tool"', '"databaseBytes":-1,"tool"')],
  ] as [string, Listed[], Changes][])('is refused with %s', async (_, items, changes) => {
    await craft(items, changes)
    expect(await unpack().catch((error: unknown) => error)).toBeInstanceOf(Damaged)
    expect(existsSync(join(folder, 'out'))).toBe(false)
  })
  test('is limited to the plan size, counting files only', async () => {
    await craft([good, file])
    expect((await unpack(9)).sums.totalBytes).toBe(18)
    expect(String(await unpack(8).catch((error: unknown) => error))).toMatch(
      /more than the plan has room for/,
    )
  })
})
