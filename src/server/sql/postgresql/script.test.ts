import { describe, expect, test } from 'bun:test'
import { mib } from '#shared/bytes.ts'
import { makeTestFolder } from '#test/support/folders.ts'
import { newSpool, type StatementSpool } from '../statement-spool.ts'
import { Script } from './script.ts'

/** The text in chunks of `size` bytes. */
function* pieces(text: string, size: number) {
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

type Pieces = Iterable<Uint8Array>

/** The text in two chunks. */
const cutAt = (text: string, at: number): Buffer[] => {
  const bytes = Buffer.from(text)
  return [bytes.subarray(0, at), bytes.subarray(at)]
}

/** The parts of a text: statements with their line, commands, and after `=` the data of a COPY. */
async function read(text: string, size: number | Pieces, spool?: StatementSpool): Promise<string[]> {
  const script = new Script(typeof size === 'number' ? pieces(text, size) : size, spool)
  const found: string[] = []
  for (let part = await script.next(); part; part = await script.next()) {
    if (part.kind === 'command') found.push(`${part.line} ${part.command}`)
    else {
      found.push(`${part.line} ${part.bytes.toString()}`)
      expect(Buffer.from(text).toString('utf8', part.start, part.start + part.bytes.length)).toBe(
        part.bytes.toString(),
      )
      if (part.isCopy) {
        let data = ''
        for await (const piece of script.copyData()) data += piece.toString()
        found.push(`=${data}`)
      }
    }
  }
  return found
}

const texts: [what: string, text: string, parts: string[]][] = [
  ['statements at their semicolons', 'select 1;\nselect 2', ['1 select 1', '2 select 2']],
  ['no empty statements', ' ;;\n-- nothing;\n/* ; */ ;', []],
  ['quotes', `select 'a;''b', "c;d", E'\\';' ; x`, [`1 select 'a;''b', "c;d", E'\\';' `, '1 x']],
  ['dollar quotes', 'select $$;$$, $a$;$$;$b$;$a$; y', ['1 select $$;$$, $a$;$$;$b$;$a$', '1 y']],
  ['parameters and names with dollars', 'select $1, a$b;z', ['1 select $1, a$b', '1 z']],
  ['nested comments', 'select /* a /* ; */ ; */ 1; b', ['1 select /* a /* ; */ ; */ 1', '1 b']],
  ['line comments', "select 1 -- it's;\n, 2; c", ["1 select 1 -- it's;\n, 2", '2 c']],
  [
    'rules with several actions',
    'create rule r as on insert to t do (select 1; select 2); d',
    ['1 create rule r as on insert to t do (select 1; select 2)', '1 d'],
  ],
  [
    'function bodies made of statements',
    'create function f() returns int begin atomic select case when true then 1 end; select 2; end; e',
    ['1 create function f() returns int begin atomic select case when true then 1 end; select 2; end', '1 e'],
  ],
  ['non-ASCII letters', "select 'ä;' as ü; f", ["1 select 'ä;' as ü", '1 f']],
  ['a byte order mark', '\ufeffselect 1', ['1 select 1']],
  [
    'psql commands',
    'select 1;\n\\! rm -rf /\nselect 2 \\g |sh\n',
    ['1 select 1', '2 \\! rm -rf /', '3 \\g |sh'],
  ],
  [
    'COPY data',
    'copy t (a) from stdin;\n1\t;\\\\.\n\\.x\n\\N\n\\.\nselect 3;',
    ['1 copy t (a) from stdin', '=1\t;\\\\.\n\\.x\n\\N\n', '6 select 3'],
  ],
  ['empty COPY data', 'copy t from stdin;\n\\.\nselect 4', ['1 copy t from stdin', '=', '3 select 4']],
  ['COPY data up to the end of the file', 'copy t from stdin;\n5\n6', ['1 copy t from stdin', '=5\n6']],
  [
    'backslashes in quotes according to the dump',
    "set standard_conforming_strings = off;\nselect 'a\\';b';g",
    ['1 set standard_conforming_strings = off', "2 select 'a\\';b'", '2 g'],
  ],
  [
    `backslashes after SET SESSION standard_conforming_strings TO 'off'`,
    `SET SESSION standard_conforming_strings TO 'off';\nselect 'a\\';b';g`,
    [`1 SET SESSION standard_conforming_strings TO 'off'`, `2 select 'a\\';b'`, '2 g'],
  ],
  [
    `backslashes after SELECT pg_catalog.set_config('standard_conforming_strings', 'off', false)`,
    `SELECT pg_catalog.set_config('standard_conforming_strings', 'off', false);\nselect 'a\\';b';g`,
    [
      `1 SELECT pg_catalog.set_config('standard_conforming_strings', 'off', false)`,
      `2 select 'a\\';b'`,
      '2 g',
    ],
  ],
  [
    'literal backslashes after RESET standard_conforming_strings',
    `set standard_conforming_strings = off;RESET standard_conforming_strings;select 'a\\';g`,
    [
      '1 set standard_conforming_strings = off',
      '1 RESET standard_conforming_strings',
      `1 select 'a\\'`,
      '1 g',
    ],
  ],
  [
    'literal backslashes after SET standard_conforming_strings = DEFAULT',
    `set standard_conforming_strings = off;SET standard_conforming_strings = DEFAULT;select 'a\\';g`,
    [
      '1 set standard_conforming_strings = off',
      '1 SET standard_conforming_strings = DEFAULT',
      `1 select 'a\\'`,
      '1 g',
    ],
  ],
]

/** The number of chunks read from an endless source. */
function endless(head: string, unit: string) {
  const counted = { count: 0, source: pieces() }
  function* pieces() {
    yield Buffer.from(head)
    for (const piece = Buffer.from(unit.repeat(65_536)); ; counted.count += 1) yield piece
  }
  return counted
}

describe('a script', () => {
  test.each(texts)('is read with %s, however it is split', async (_what, text, parts) => {
    for (const size of [1, 2, 3, 7, 1_000]) expect(await read(text, size)).toEqual(parts)
  })

  test('may have data lines that are longer than any chunk', async () => {
    const long = 'x'.repeat(300_000)
    const text = `copy t from stdin;\n${long}\ny\n\\.\nselect 1;`
    for (const size of [10_000, 65_537])
      expect(await read(text, size)).toEqual(['1 copy t from stdin', `=${long}\ny\n`, '5 select 1'])
  })

  test('is the same wherever it is split', async () => {
    for (const [, text, parts] of texts)
      for (let at = 0; at <= Buffer.byteLength(text); at += 1)
        expect(await read(text, cutAt(text, at))).toEqual(parts)
  })

  test('may have words, numbers and quote names longer than the examined length', async () => {
    const long = 'x'.repeat(100)
    const text = `select ${long}, 1${long}, $${long}$;$${long}$ as "${long};";\ncreate ${long}`
    const parts = [`1 select ${long}, 1${long}, $${long}$;$${long}$ as "${long};"`, `2 create ${long}`]
    for (let at = 0; at <= text.length; at += 1) expect(await read(text, cutAt(text, at))).toEqual(parts)
  })

  test('may have statements that are larger than the memory buffer', async () => {
    const long = `select '${'ä\n'.repeat(1_500_000)}'`
    const text = `select 1;\n${long};\nselect 2`
    await using spool = newSpool(makeTestFolder())
    expect(await read(text, 65_536, spool)).toEqual(['1 select 1', `2 ${long}`, '1500003 select 2'])
  })

  const tooLong: [what: string, head: string, unit: string][] = [
    ['a literal', "select '", 'x'],
    ['escapes', "select E'", '\\\\'],
    ['a name', 'select "', 'x'],
    ['a dollar quote', 'select $$', 'x'],
    ['a word', 'select ', 'x'],
    ['a number', 'select ', '1'],
    ['a comment', 'select /*', 'x'],
    ['blanks', 'select ', ' \n'],
  ]
  test.each(tooLong)('is refused for %s without an end', async (_what, head, unit) => {
    const counted = endless(head, unit)
    await using spool = newSpool(makeTestFolder())
    await expect(new Script(counted.source, spool).next()).rejects.toThrow(
      'Line 1: the statement is longer than 64 MB.',
    )
    expect(counted.count * 65_536 * unit.length).toBeLessThan(65 * mib)
  })

  test.each([
    ['a command', '\\! '],
    ['a dollar quote name', 'select $'],
  ])('is refused early for %s without an end', async (_what, head) => {
    const counted = endless(head, 'x')
    await expect(new Script(counted.source).next()).rejects.toThrow('is longer than 64 KB')
    expect(counted.count).toBeLessThan(4)
  })

  test('passes whitespace, and a line after COPY, in bounded memory', async () => {
    function* source() {
      const pieces = (unit: string) => Array.from({ length: 2_000 }, () => Buffer.from(unit.repeat(65_536)))
      yield* pieces(' ')
      yield Buffer.from('copy t from stdin; ')
      yield* pieces('x')
      yield Buffer.from('\n1\n\\.\nselect 1')
    }
    const script = new Script(source())
    expect(await script.next()).toMatchObject({ isCopy: true, line: 1, start: 2_000 * 65_536 })
    expect(await Array.fromAsync(script.copyData(), String)).toEqual(['1\n'])
    expect(await script.next()).toMatchObject({ line: 4 })
  })
})
