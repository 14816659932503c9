import { describe, expect, test } from 'bun:test'
import { createSplitter, splitStatements } from './statements.ts'

const texts = (sql: string) => splitStatements(sql).map(({ text }) => text)

describe('statements of MySQL', () => {
  test.each([
    ['end at semicolons', 'a; b;c', ['a', 'b', 'c']],
    ['are none between semicolons', ' ; ;\n; a ;; ', ['a']],
    ['may have them in texts', `a 'x;y' "p;q" \`r;s\`; b`, [`a 'x;y' "p;q" \`r;s\``, 'b']],
    [
      'may have quotes in texts',
      `a 'it''s; \\'; "'; b "\\";" "";"`,
      [`a 'it''s; \\'; "'`, `b "\\";" ""`, '"'],
    ],
    ['know no escapes in names', 'a `x\\`; b', ['a `x\\`', 'b']],
    ['may have them in comments', 'a /* ; */ -- ;\n # ;\n x; b', ['a /* ; */ -- ;\n # ;\n x', 'b']],
    ['are not comments alone', '-- x;\n/* y; */ # z;\n', []],
    ['may subtract a negative number', 'select 1--1; b', ['select 1--1', 'b']],
    ['run comments that are for the server', '/*!40101 SET a = 1 */; b', ['/*!40101 SET a = 1 */', 'b']],
    [
      'end elsewhere when a line says so',
      'DELIMITER //\ncreate procedure p() begin a; b; end//\ndelimiter ;\nc; d',
      ['create procedure p() begin a; b; end', 'c', 'd'],
    ],
    ['end at two semicolons', 'delimiter ;;\na; b ;;\nDELIMITER ;\nc', ['a; b', 'c']],
    ['are no commands of a client', '\\! touch x\n;system ls\n', ['\\! touch x', 'system ls']],
    ['may begin with a word like one', 'delimiters; b', ['delimiters', 'b']],
    ['keep what is not closed', "a 'x; y", ["a 'x; y"]],
  ])('%s', (_name, sql, expected) => {
    expect(texts(sql)).toEqual(expected)
  })

  test('are the same wherever the text is cut', () => {
    const sql = `-- head;\nDELIMITER $$\ncreate x 'a\\';$$' /* $$ ; */ $$\nDELIMITER ;\ninsert "\\\\"; /*!50003 y */; # end;\nz -- q`
    const whole = splitStatements(sql)
    expect(whole).toHaveLength(4)
    for (let size = 1; size < sql.length; size += 1) {
      const splitter = createSplitter()
      const found = []
      for (let at = 0; at < sql.length; at += size) found.push(...splitter.push(sql.slice(at, at + size)))
      expect([...found, ...splitter.end()]).toEqual(whole)
    }
  })

  test('know where they are', () => {
    const sql = 'one;\n\n  -- comment\n two;\nDELIMITER //\n three//'
    expect(splitStatements(sql).map(({ text, line, offset }) => [text, line, sql.slice(offset)[0]])).toEqual([
      ['one', 1, 'o'],
      ['two', 4, 't'],
      ['three', 6, 't'],
    ])
  })
})
