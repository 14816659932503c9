import { describe, expect, test } from 'bun:test'
import { gzipSync } from 'node:zlib'
import type { Credentials } from '#features/engines/contract/database-engine.ts'
import { EngineEnded, EngineRefused } from '#server/system/programs/engine-refused.ts'
import type { EngineUnderTest } from './engine-under-test.ts'
import { contentsOf, refusal } from './fixtures.ts'

const table = 'create table fine (a int);\n'
const bytesOf = (text: string) => Buffer.from(text, 'latin1')

/** Files that every engine refuses, and a word from the message. */
const foreign: readonly (readonly [what: string, content: Uint8Array, says: string])[] = [
  ['a zip archive', bytesOf('PK\x03\x04\x14\0\x00\0\x08\0dump.sql'), 'a zip archive.'],
  ['an encrypted zip archive', bytesOf('PK\x03\x04\x14\0\x01\0\x08\0dump.sql'), 'encrypted'],
  ['a 7-Zip archive', bytesOf('7z\xbc\xaf\x27\x1c\0\x04'), '7-Zip'],
  ['an encrypted file', bytesOf('Salted__\x8f\x01\x02\x03'), 'encrypted with OpenSSL'],
  ['another encrypted file', bytesOf('-----BEGIN PGP MESSAGE-----\n\nhQEM'), 'encrypted with PGP'],
  ['a file of PowerShell', Buffer.from(`\ufeff${table}`, 'utf16le'), 'UTF-16'],
  ['a file that was packed twice', gzipSync(gzipSync(table)), 'twice'],
  ['a file of SQLite', bytesOf('SQLite format 3\0\x10\0'), 'SQLite'],
  ['a picture', bytesOf('\x89PNG\r\n\x1a\n\0\0\0\rIHDR'), 'binary'],
  ['a web page', bytesOf('<!DOCTYPE html><title>Sign in</title>'), 'web page'],
]

type EngineFixture = {
  world: () => EngineUnderTest
  add: () => Promise<Credentials>
  load: (credentials: Credentials, content: string | Uint8Array) => Promise<readonly string[]>
}

/** The contract of every SQL engine about files from other programs. */
export function testFileImports({ world, add, load }: EngineFixture): void {
  const tablesOf = async (mine: Credentials) =>
    (await contentsOf(world().sql, mine)).tables.map(({ name }) => name)

  describe('an import', () => {
    test('accepts a UTF-8 byte order mark, packed or not', async () => {
      for (const content of [Buffer.from(`\ufeff${table}`), gzipSync(`\ufeff${table}`)]) {
        const mine = await add()
        expect(await load(mine, content)).toEqual([])
        expect(await tablesOf(mine)).toEqual(['fine'])
      }
    })

    test('refuses a file that is no dump, and says what it is', async () => {
      const mine = await add()
      const { foreignDumps } = world().dialect
      for (const [what, content, says] of [
        ...foreign,
        ...foreignDumps.map((dump) => [dump, bytesOf(dump), 'Import it into a'] as const),
      ]) {
        const error = await refusal(() => load(mine, content))
        expect(error, what).toBeInstanceOf(EngineRefused)
        expect((error as Error).message, what).toContain(says)
      }
      expect(await tablesOf(mine)).toEqual([])
    })

    test('reports a truncated file as truncated', async () => {
      const mine = await add()
      const text = Array.from({ length: 4_000 }, (_, at) => `-- ${Bun.hash(String(at))}\n`).join('')
      const error = await refusal(() => load(mine, gzipSync(text).subarray(0, 20_000)))
      expect(error).toBeInstanceOf(EngineRefused)
      expect((error as Error).message).toContain('ends too early')
    })

    test('stops when its connections are ended, and says which data stays', async () => {
      const mine = await add()
      const endless = new ReadableStream<Uint8Array>({
        async pull(controller) {
          controller.enqueue(Buffer.from('select 1;\n'.repeat(200)))
          await Bun.sleep(1)
        },
      })
      const loading = refusal(() => world().engine.load(mine, endless, new AbortController().signal))
      await Bun.sleep(100)
      await world().engine.ensure({ ...mine, isOpen: false, allow: [] })
      const error = await loading
      expect(error).toBeInstanceOf(EngineEnded)
      expect((error as EngineEnded).kept).toMatch(/^(Nothing was changed\.|\d+ statements of the file were)/)
      expect(await refusal(() => load(mine, table))).toBeInstanceOf(EngineRefused)
    })
  })
}
