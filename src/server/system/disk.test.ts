import { beforeEach, describe, expect, test } from 'bun:test'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { makeTestFolder } from '#test/support/folders.ts'
import {
  codeOf,
  exists,
  isMissing,
  namesIn,
  placeOnce,
  renameDurably,
  replaceFile,
  statOrNull,
  writeAll,
} from './disk.ts'

let folder: string
beforeEach(() => {
  folder = makeTestFolder()
})

const at = (name: string) => join(folder, name)
const textOf = (name: string) => readFileSync(at(name), 'utf8')
const modeOf = (name: string) => statSync(at(name)).mode & 0o777

describe('placing a file', () => {
  test('once keeps the first file, and leaves no draft', async () => {
    const texts = ['one', 'two', 'three', 'four']
    await Promise.all(texts.map((text) => placeOnce(at('deep/note'), text)))
    expect(texts).toContain(textOf('deep/note'))
    const first = textOf('deep/note')
    await placeOnce(at('deep/note'), 'later')
    expect(textOf('deep/note')).toBe(first)
    expect(readdirSync(at('deep'))).toEqual(['note'])
    expect(modeOf('deep/note')).toBe(0o400)
  })

  test('with replacement overwrites the existing file and applies the given mode', async () => {
    await replaceFile(at('note'), 'one')
    await replaceFile(at('note'), 'two', { mode: 0o600 })
    expect([textOf('note'), modeOf('note')]).toEqual(['two', 0o600])
    expect(readdirSync(folder)).toEqual(['note'])
  })

  test('leaves no draft when the file cannot be renamed', async () => {
    mkdirSync(at('note'))
    const draft = at('draft')
    await expect(replaceFile(at('note'), 'one', { draft })).rejects.toMatchObject({ code: 'EISDIR' })
    expect(readdirSync(folder)).toEqual(['note'])
  })
})

test('all bytes are written when the system accepts a few at a time', async () => {
  const taken: number[] = []
  const handle = {
    async write(bytes: Uint8Array, from: number, length: number) {
      const some = bytes.subarray(from, from + Math.min(length, 3))
      taken.push(...some)
      return { bytesWritten: some.length }
    },
  }
  await writeAll(handle as never, new Uint8Array([1, 2, 3, 4, 5, 6, 7, 8]))
  expect(taken).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
})

test('a rename moves a file between folders, and reports when it is missing', async () => {
  mkdirSync(at('from'))
  mkdirSync(at('to'))
  writeFileSync(at('from/file'), 'text')
  await renameDurably(at('from/file'), at('to/file'))
  expect([existsSync(at('from/file')), textOf('to/file')]).toEqual([false, 'text'])
  const error = await renameDurably(at('from/file'), at('to/file')).catch((reason) => reason)
  expect([isMissing(error), codeOf(error)]).toEqual([true, 'ENOENT'])
})

test('a dangling link does not exist, but can be inspected', async () => {
  symlinkSync(at('nowhere'), at('link'))
  expect(await exists(at('link'))).toBe(false)
  expect((await statOrNull(at('link')))?.isSymbolicLink()).toBe(true)
})

test('no file exists at a missing path or below a file', async () => {
  writeFileSync(at('file'), '')
  expect([await statOrNull(at('missing')), await statOrNull(at('file/below'))]).toEqual([null, null])
  expect(await namesIn(at('missing'))).toEqual([])
  await expect(namesIn(at('file'))).rejects.toMatchObject({ code: 'ENOTDIR' })
})

test('an error that is not a system error has no code', () => {
  expect([codeOf(new Error('broken')), codeOf('ENOENT'), isMissing(null)]).toEqual(['', '', false])
})
