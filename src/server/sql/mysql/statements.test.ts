import { describe, expect, test } from 'bun:test'
import { createSplitter, joinPieces, type Piece, splitStatements } from './statements.ts'

const texts = (sql: string) => splitStatements(sql).map(({ text }) => text)

describe('MySQL statements', () => {
  test.each([
    ['end at semicolons', 'a; b;c', ['a', 'b', 'c']],
    ['are not empty', ' ; ;\n; a ;; ', ['a']],
    ['may contain semicolons in strings', `a 'x;y' "p;q" \`r;s\`; b`, [`a 'x;y' "p;q" \`r;s\``, 'b']],
    [
      'may contain quotes in strings',
      `a 'it''s; \\'; "'; b "\\";" "";"`,
      [`a 'it''s; \\'; "'`, `b "\\";" ""`, '"'],
    ],
    ['have no escapes in names', 'a `x\\`; b', ['a `x\\`', 'b']],
    ['may contain semicolons in comments', 'a /* ; */ -- ;\n # ;\n x; b', ['a /* ; */ -- ;\n # ;\n x', 'b']],
    ['do not consist only of comments', '-- x;\n/* y; */ # z;\n', []],
    ['may subtract a negative number', 'select 1--1; b', ['select 1--1', 'b']],
    ['include comments that the server runs', '/*!40101 SET a = 1 */; b', ['/*!40101 SET a = 1 */', 'b']],
    [
      'end at a different delimiter after a DELIMITER line',
      'DELIMITER //\ncreate procedure p() begin a; b; end//\ndelimiter ;\nc; d',
      ['create procedure p() begin a; b; end', 'c', 'd'],
    ],
    ['may end at two semicolons', 'delimiter ;;\na; b ;;\nDELIMITER ;\nc', ['a; b', 'c']],
    ['are not client commands', '\\! touch x\n;system ls\n', ['\\! touch x', 'system ls']],
    ['may begin with a word that resembles delimiter', 'delimiters; b', ['delimiters', 'b']],
    ['include an unclosed string at the end', "a 'x; y", ["a 'x; y"]],
  ])('%s', (_name, sql, expected) => {
    expect(texts(sql)).toEqual(expected)
  })

  test.each([
    ['NO_BACKSLASH_ESCAPES', `a 'C:\\'; b "\\"; c`, [`a 'C:\\'`, 'b "\\"', 'c']],
    ['STRICT_ALL_TABLES,no_backslash_escapes', `a 'x\\'; b`, [`a 'x\\'`, 'b']],
    ['REAL_AS_FLOAT,ANSI_QUOTES,ANSI', `a "x\\"; b 'y\\';'; c`, [`a "x\\"`, `b 'y\\';'`, 'c']],
    ['STRICT_ALL_TABLES', `a 'y\\';'; b "\\";"; c`, [`a 'y\\';'`, 'b "\\";"', 'c']],
  ])('are parsed according to the mode %s', (mode, sql, expected) => {
    const splitter = createSplitter()
    splitter.follow(mode)
    expect([...joinPieces([...splitter.push(sql), ...splitter.end()])].map(({ text }) => text)).toEqual(
      expected,
    )
  })

  const whole = `-- head;\nDELIMITER $$\ncreate x 'a\\';$$' /* $$ ; */ $$\nDELIMITER ;\ninsert "\\\\"; /*!50003 y */; # end;\nz -- q`
  const ways: [what: string, sql: string][] = [
    ['with DELIMITER lines from a dump', whole],
    ['with long delimiters', 'DELIMITER end-of-it\r\n a; end-of-i end-of-it\n b\nend-of-it delimiter ;\nc;'],
    ['behind comments', "/* a */-- b\n#c\n/*!d*/ /*M! e */ ; -- ' \n--1; /* ' */ f;"],
    ['with quotes', "a 'it''s \\\\' \\'; b \"x\\\"\" `y\\` z; c '\\\\';d"],
    ['without an end', "a; 'b \\' ; /* c "],
    ['between spaces', '\n a \n\n ; \t b\r\n;\n ;\n'],
    [
      'with delimiters that begin like quotes',
      "delimiter '//\na 'b' c'//d'// delimiter --//\n e--1--// f -- g;--//\n\n--//h",
    ],
    ['with words that resemble delimiter', 'delimiters; delimite ;delimiter;\ndelimiter \n; x'],
  ]

  test.each(ways)('%s are the same wherever the text is split', (_name, sql) => {
    const expected = splitStatements(sql)
    const read = (texts: string[]) => {
      const splitter = createSplitter()
      const pieces: Piece[] = []
      for (const text of texts) pieces.push(...splitter.push(text))
      return [...joinPieces([...pieces, ...splitter.end()])]
    }
    for (let first = 0; first <= sql.length; first += 1) {
      for (let second = first; second <= sql.length; second += 1)
        expect(read([sql.slice(0, first), sql.slice(first, second), sql.slice(second)])).toEqual(expected)
      const size = first + 1
      expect(read(sql.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? [])).toEqual(expected)
    }
  })

  test('are all found in a dump', () => {
    expect(splitStatements(whole)).toHaveLength(4)
  })

  const piece = 'x'.repeat(10_000)
  const long: [what: string, head: string, unit: string, parts: number][] = [
    ['a literal', "insert '", piece, 500],
    ['backslashes', "insert '", '\\'.repeat(10_001), 500],
    ['a name', 'select `', piece, 500],
    ['a word', 'select ', piece, 500],
    ['a comment within', 'select /*', piece, 500],
    ['a comment before', '/* ', piece, 0],
    ['a comment of a line', '-- ', piece, 0],
    ['blanks', '', ' '.repeat(10_000), 0],
    ['lines', 'select ', '\n'.repeat(10_000), 500],
  ]

  test.each(long)('are returned in parts for %s, without buffering', (_name, head, unit, parts) => {
    const splitter = createSplitter()
    let told = [...splitter.push(head)].length
    let length = 0
    for (let count = 0; count < 500; count += 1)
      for (const { text, isEnd } of splitter.push(unit)) {
        told += 1
        length += text.length
        expect(isEnd).toBe(false)
      }
    expect(told).toBeGreaterThanOrEqual(parts)
    if (parts > 0) expect(length).toBeGreaterThan(499 * unit.length)
  })

  test.each(['x', ' '])('fail before the end of a DELIMITER line that is too long, of %j', (unit) => {
    const splitter = createSplitter()
    for (const _ of splitter.push('a;\nDELIMITER '));
    const push = () => [...splitter.push(unit.repeat(5_000))]
    expect(push).toThrow('Line 2: the DELIMITER line is longer than 4 KB.')
    expect(() => splitStatements(`delimiter ${unit.repeat(5_000)}//\n`)).toThrow('Line 1: ')
  })

  test('have the right positions', () => {
    const sql = 'one;\n\n  -- comment\n two;\nDELIMITER //\n three//'
    expect(splitStatements(sql).map(({ text, line, offset }) => [text, line, sql.slice(offset)[0]])).toEqual([
      ['one', 1, 'o'],
      ['two', 4, 't'],
      ['three', 6, 't'],
    ])
  })
})
