import { beforeAll, describe, expect, test } from 'bun:test'
import { createWriteStream } from 'node:fs'
import { join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { mib } from '#shared/bytes.ts'
import type { Measured } from '#test/support/engines/import-memory.ts'
import { hasMariaDb } from '#test/support/engines/mariadb.ts'
import { makeTestFolder } from '#test/support/folders.ts'

const program = resolve(import.meta.dir, '../../../../test/support/engines/import-memory.ts')
const mostBytes = 100 * mib
const tooLong = 'Line 1: the statement is longer than 64 MB.'

const folder = makeTestFolder()

/** A gzip file that unpacks to 1 GB: `head`, repeated filler, `tail`. */
async function pack(name: string, head: string, letter: string, tail: string): Promise<void> {
  function* content() {
    yield Buffer.from(head)
    for (let count = 0; count < 1_024; count += 1) yield Buffer.alloc(mib, letter)
    yield Buffer.from(tail)
  }
  await pipeline(Readable.from(content()), createGzip(), createWriteStream(join(folder, name)))
}

/** Measures simultaneous imports in a separate process. */
async function measure(type: string, count: number, name: string): Promise<Measured> {
  const child = Bun.spawn([process.execPath, program, type, String(count), join(folder, name)], {
    stdout: 'pipe',
    stderr: 'inherit',
  })
  const said = await new Response(child.stdout).text()
  expect(await child.exited).toBe(0)
  const measured = JSON.parse(said.trim().split('\n').at(-1) ?? '') as Measured
  const { grewBytes, blockedMs, tookMs } = measured
  console.log(
    `${type}, ${count} × ${name}: ${Math.round(grewBytes / mib)} MB, nothing else for ${Math.round(blockedMs)} ms, ${Math.round(tookMs)} ms in all`,
  )
  return measured
}

beforeAll(async () => {
  await pack('statement', "insert into t values ('", 'x', "');")
  await pack('blanks', '', ' ', "insert into t values ('x');")
})

describe.each([
  ['mysql', hasMariaDb],
  ['postgresql', true],
])('an import process of %s', (type, isThere) => {
  describe.if(isThere)('with 1 GB files', () => {
    test.each([1, 3])('uses little memory for %i statements that are too long', async (count) => {
      const { grewBytes, refused } = await measure(type, count, 'statement')
      expect(refused).toHaveLength(count)
      for (const each of refused) expect(each).toContain(tooLong)
      expect(grewBytes).toBeLessThan(mostBytes)
    })

    test('uses little memory for text between statements, in 3 imports', async () => {
      const { grewBytes, refused } = await measure(type, 3, 'blanks')
      expect(refused).toEqual([null, null, null])
      expect(grewBytes).toBeLessThan(mostBytes)
    })
  })
})
