import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'
import { makeTestFolder } from '#test/support/folders.ts'
import { verifyArchive } from './read.ts'
import { Damaged } from './refused.ts'
import { unpackArchive } from './unpack.ts'

let folder: string
beforeEach(() => {
  folder = makeTestFolder()
})
afterEach(() => rmSync(folder, { recursive: true }))

const refuse = () => Promise.reject(new Error('files alone were expected'))
const filesAlone = { takeDatabase: refuse, takeMessage: refuse }

type Part = {
  name: string
  path?: string
  content?: string
  mode?: number
  listed?: boolean
  sha256?: string
  sizeBytes?: number
}

const hash = (text: string) => new Bun.CryptoHasher('sha256').update(text).digest('hex')

/** An archive whose list matches its entries, unless the test changes a part. */
async function craft(parts: Part[], listedMore: Part[] = []): Promise<Buffer> {
  const zip = new ZipFile()
  const item = ({ name, path, content = '', sha256, sizeBytes }: Part) => ({
    name,
    path: path ?? name.replace(/^files\//, ''),
    kind: 'file',
    sizeBytes: sizeBytes ?? content.length,
    sha256: sha256 ?? hash(content),
    mode: 0o644,
  })
  for (const { name, content = '', mode = 0o100644 } of parts)
    zip.addBuffer(Buffer.from(content), name, { mode })
  const items = [...parts.filter(({ listed }) => listed !== false), ...listedMore].map(item)
  const about = {
    version: 1,
    backupId: 'b',
    serviceId: 's',
    backupType: 'files',
    createdAt: 'now',
    skipped: [],
  }
  zip.addBuffer(Buffer.from(JSON.stringify({ ...about, items })), 'manifest.json')
  zip.end()
  return buffer(zip.outputStream)
}

/** Replaces a name in both places of an archive, at the same length, since the format counts bytes. */
function rename(zip: Buffer, from: string, to: string): Buffer {
  expect(Buffer.byteLength(to)).toBe(Buffer.byteLength(from))
  return Buffer.from(zip.toString('latin1').replaceAll(from, Buffer.from(to).toString('latin1')), 'latin1')
}

async function refuses(zip: Buffer, maxBytes = 1_000_000): Promise<string> {
  const path = join(folder, 'hostile.zip')
  writeFileSync(path, zip)
  const target = join(folder, 'inside', 'staging')
  const error = await unpackArchive(path, target, { maxBytes, ...filesAlone }).catch(
    (error: unknown) => error,
  )
  expect(error).toBeInstanceOf(Damaged)
  expect(existsSync(target)).toBe(false)
  expect(readdirSync(folder).filter((name) => name !== 'inside')).toEqual(['hostile.zip'])
  return error instanceof Damaged ? error.message : ''
}

const plain = { name: 'files/aa/bb.txt', path: 'bb.txt', content: 'hello' }

test('an ordinary archive is accepted', async () => {
  const path = join(folder, 'plain.zip')
  writeFileSync(path, await craft([plain]))
  await verifyArchive(path, { maxBytes: 5 })
  expect(await unpackArchive(path, join(folder, 'out'), { maxBytes: 5, ...filesAlone })).toEqual({
    items: 1,
    totalBytes: 5,
    databases: 0,
    databaseBytes: 0,
    messages: 0,
    mailBytes: 0,
  })
  expect(await Bun.file(join(folder, 'out', 'bb.txt')).text()).toBe('hello')
})

describe('an archive is refused with a name that points outside the folder:', () => {
  test.each([
    ['up', '../../../bb.txt'],
    ['up on the way', 'files/../bb.txt'],
    ['absolute', '/iles/aa/bb.txt'],
    ['with a drive', 'C:/es/aa/bb.txt'],
    ['with backslashes', 'files\\..\\bb.txt'],
    ['with a control character', 'files/a\u0007/bb.txt'],
    ['with an empty part', 'files//a/bb.txt'],
  ])('%s', async (_, name) => {
    await refuses(rename(await craft([plain]), plain.name, name))
  })
  test.each(['../bb.txt', '/bb.txt', 'a/../../bb.txt', 'a\\b', '.', '', 'a//b', 'a\u0000'])(
    'in the list, %p',
    async (path) => {
      await refuses(await craft([{ ...plain, path }]))
    },
  )
  test('below a file', async () => {
    await refuses(
      await craft([
        { name: 'files/a', content: 'x' },
        { name: 'files/b', path: 'a/b', content: 'x' },
      ]),
    )
  })
})

describe('an archive is refused with two entries of', () => {
  test('the same name', async () => {
    const zip = await craft([{ name: 'files/one.txt' }, { name: 'files/two.txt' }])
    expect(await refuses(rename(zip, 'files/two.txt', 'files/one.txt'))).toMatch(/same name/)
  })
  test('names that differ only in case', async () => {
    expect(await refuses(await craft([{ name: 'files/One.txt' }, { name: 'files/one.TXT' }]))).toMatch(
      /same name/,
    )
  })
  test('a composed and a decomposed name', async () => {
    expect(await refuses(await craft([{ name: 'files/\u00e9' }, { name: 'files/e\u0301' }]))).toMatch(
      /same name/,
    )
  })
  test('one path', async () => {
    await refuses(
      await craft([
        { name: 'files/a', path: 'x' },
        { name: 'files/b', path: 'x' },
      ]),
    )
  })
})

test.each([
  ['a link', 0o120777],
  ['a device', 0o020644],
  ['a pipe', 0o010644],
])('an archive with %s is refused', async (_, mode) => {
  expect(await refuses(await craft([{ ...plain, mode }]))).toMatch(/neither a file nor a folder/)
})

describe('an archive is refused whose list of contents', () => {
  test('has an extra entry', async () => {
    await refuses(await craft([plain, { name: 'files/more', listed: false }]))
  })
  test('lacks an entry', async () => {
    await refuses(await craft([plain], [{ name: 'files/none' }]))
  })
  test('names other contents', async () => {
    expect(await refuses(await craft([{ ...plain, sha256: hash('other') }]))).toMatch(/damaged/)
  })
  test('names another size', async () => {
    await refuses(await craft([{ ...plain, sizeBytes: 4 }]))
  })
  test('is missing', async () => {
    const zip = new ZipFile()
    zip.addBuffer(Buffer.from('x'), 'files/x')
    zip.end()
    await refuses(await buffer(zip.outputStream))
  })
  test('is unreadable', async () => {
    const zip = new ZipFile()
    zip.addBuffer(Buffer.from('{"version":2'), 'manifest.json')
    zip.end()
    await refuses(await buffer(zip.outputStream))
  })
})

describe('an archive is refused with too many', () => {
  test('bytes: a zip bomb is refused before it is unpacked', async () => {
    const bomb = await craft([{ name: 'files/bomb', content: '0'.repeat(4_000_000) }])
    expect(bomb.byteLength).toBeLessThan(10_000)
    expect(await refuses(bomb)).toMatch(/more than the plan has room for/)
  })
  test('entries', async () => {
    const zip = await craft([])
    const directory = zip.indexOf('PK\u0001\u0002')
    const ending = zip.indexOf('PK\u0005\u0006')
    const entries = Array.from({ length: 60_000 }, () => zip.subarray(directory, ending))
    const end = Buffer.from(zip.subarray(ending))
    for (const at of [8, 10]) end.writeUInt16LE(60_000, at)
    end.writeUInt32LE(60_000 * (ending - directory), 12)
    const crowded = Buffer.concat([zip.subarray(0, directory), ...entries, end])
    expect(await refuses(crowded)).toMatch(/more than 50000 entries/)
  })
})

describe('a corrupted archive', () => {
  test('is refused for a false size in its directory', async () => {
    const zip = await craft([{ ...plain, content: 'hello hello hello' }])
    const directory = zip.indexOf('PK\u0001\u0002')
    zip.writeUInt32LE(3, directory + 24)
    await refuses(zip)
  })
  test('is refused for any flipped byte, unless nothing unpacked changes', async () => {
    const zip = await craft([{ ...plain, content: 'a line of text, and another line of text' }])
    const path = join(folder, 'flipped.zip')
    for (let at = 0; at < zip.byteLength; at += 3) {
      const flipped = Buffer.from(zip)
      flipped.writeUInt8(flipped.readUInt8(at) ^ 0x10, at)
      writeFileSync(path, flipped)
      const target = join(folder, 'out')
      const taken = await unpackArchive(path, target, { maxBytes: 1_000, ...filesAlone }).catch(
        (error: unknown) => error,
      )
      if (taken instanceof Damaged) continue
      expect(taken).toMatchObject({ items: 1 })
      for (const name of readdirSync(target))
        expect(hash(await Bun.file(join(target, name)).text())).toBe(
          hash('a line of text, and another line of text'),
        )
      rmSync(target, { recursive: true })
    }
  })
  test('is refused when truncated anywhere', async () => {
    const zip = await craft([plain])
    for (let length = 0; length < zip.byteLength; length += 7) await refuses(zip.subarray(0, length))
  })
  test('is refused when it is not an archive', async () => {
    await refuses(Buffer.from('not an archive at all'))
  })
})
