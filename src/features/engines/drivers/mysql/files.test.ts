import { beforeAll, describe, expect, test } from 'bun:test'
import { EngineRefused } from '#server/system/programs/engine-refused.ts'
import {
  caps,
  createNames,
  newCredentials,
  refusal,
  runAll,
  streamOf,
  textOf,
} from '#test/support/engines/fixtures.ts'
import { hasMariaDb } from '#test/support/engines/mariadb.ts'
import { type SharedEngine, sharedMariaDb } from '#test/support/engines/shared-engines.ts'
import type { Credentials } from '../../contract/database-engine.ts'

const signal = new AbortController().signal

describe.if(hasMariaDb)('files of MariaDB', () => {
  let world: SharedEngine
  const nextNames = createNames()
  const add = async (sql = '') => {
    const credentials = newCredentials(nextNames())
    await world.engine.ensure({ ...credentials, isOpen: true, allow: [] })
    if (sql !== '') await runAll(world.sql, credentials, sql)
    return credentials
  }
  const dump = async (mine: Credentials) => textOf((await world.engine.dump(mine, signal)).content)
  const load = (mine: Credentials, content: string) => world.engine.load(mine, streamOf(content), signal)
  const rows = async (mine: Credentials, sql: string) => (await runAll(world.sql, mine, sql)).at(-1)?.rows
  beforeAll(async () => {
    world = await sharedMariaDb()
  })

  test('have the history of system-versioned tables, which can be loaded with a user’s rights', async () => {
    const mine = await add(`create table h (id int primary key, v int) with system versioning;
      insert into h values (1, 1); update h set v = 2; delete from h; insert into h values (2, 2);
      create table p (id int primary key, v int, s timestamp(6) generated always as row start,
        e timestamp(6) generated always as row end, period for system_time (s, e)) with system versioning;
      insert into p (id, v) values (1, 1); update p set v = 3`)
    const copy = await add()
    expect(await load(copy, await dump(mine))).toEqual([])
    for (const table of ['h', 'p']) {
      const history = `select *, ${table === 'h' ? 'row_start, row_end' : 's, e'} from ${table} for system_time all order by 1, 2`
      expect((await rows(mine, history))?.length).toBeGreaterThan(1)
      expect(await rows(copy, history)).toEqual(await rows(mine, history))
    }
    await runAll(world.sql, copy, 'update h set v = 5')
  })

  test('say when transaction-based history is left out', async () => {
    const mine =
      await add(`create table k (id int primary key, v int, s bigint unsigned generated always as row start,
        e bigint unsigned generated always as row end, period for system_time (s, e)) with system versioning;
      insert into k (id, v) values (1, 1); update k set v = 3`)
    const text = await dump(mine)
    expect(text).toStartWith('-- System-versioned tables are included without their history')
    const copy = await add()
    await load(copy, text)
    expect(await rows(copy, 'select id, v from k for system_time all')).toEqual([['1', '3']])
  })

  test('leave out a broken view, and include its definition as a comment', async () => {
    const mine = await add(`create table kept (a int); create table gone (a int);
      create view lost as select a, 'x\n; drop table kept' as b from gone; create view fine as select a from kept; drop table gone`)
    const text = await dump(mine)
    expect(text).toStartWith(
      '-- The view lost reads tables or columns that no longer exist, so it is left out.',
    )
    const copy = await add()
    await load(copy, text)
    expect(await rows(copy, 'show tables')).toEqual([['fine'], ['kept']])
  })

  test('are parsed in the SQL mode that they set and restore', async () => {
    const mine = await add()
    const text = `/*!40101 SET @OLD_SQL_MODE=@@SQL_MODE, SQL_MODE='NO_BACKSLASH_ESCAPES' */;
      CREATE TABLE nb (v varchar(20)); INSERT INTO nb VALUES ('C:\\'); INSERT INTO nb VALUES ('x;y');
      SET SQL_MODE=@OLD_SQL_MODE; INSERT INTO nb VALUES ('it\\';s');
      SET @text = CONCAT('SET sql_', 'mode = ''ANSI_QUOTES'''); PREPARE s FROM @text; EXECUTE s;
      CREATE TABLE "odd\\" (v int); INSERT INTO "odd\\" VALUES (1);`
    expect(await load(mine, text)).toEqual([])
    const expected = [['C:\\'], ["it';s"], ['x;y']]
    expect(await rows(mine, 'select v from nb order by v')).toEqual(expected)
    await runAll(world.sql, mine, `drop table nb, \`odd\\\`;${text}`)
    expect(await rows(mine, 'select v from nb order by v')).toEqual(expected)
  })

  test('are explained in the mode of the session', async () => {
    const session = await world.sql.open(await add())
    await session.ask("set sql_mode = 'NO_BACKSLASH_ESCAPES'", [], caps)
    expect(await world.sql.explain(session, "select 'C:\\' as a, ';' as b", caps)).toBeDefined()
    await session.close()
  })

  test('get the nearest collation for those of MySQL 8, and are otherwise unchanged', async () => {
    const mine = await add()
    const notes = await load(
      mine,
      `CREATE TABLE a (t varchar(80) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_as_cs DEFAULT 'utf8mb4_0900_ai_ci')
         DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci COMMENT='COLLATE utf8mb4_0900_ai_ci';
       CREATE TABLE b (t text COLLATE 'utf8mb4_de_pb_0900_ai_ci', u text COLLATE utf8mb4_0900_bin) COLLATE='utf8mb4_0900_ai_ci';
       /*!50003 SET collation_connection = utf8mb4_0900_ai_ci */;
       INSERT INTO a VALUES ('COLLATE utf8mb4_0900_ai_ci');`,
    )
    expect(await rows(mine, 'select t from a')).toEqual([['COLLATE utf8mb4_0900_ai_ci']])
    const collations = `select table_name, column_name, collation_name from information_schema.columns
      where table_schema = database() order by 1, 2`
    expect(await rows(mine, collations)).toEqual([
      ['a', 't', expect.stringMatching(/^utf8mb4_(uca1400_nopad_as_cs|nopad_bin)$/)],
      ['b', 't', expect.stringMatching(/^utf8mb4_(uca1400_german2_nopad_ai_ci|unicode_520_nopad_ci)$/)],
      ['b', 'u', 'utf8mb4_nopad_bin'],
    ])
    const [made] = (await rows(mine, 'show create table a')) ?? []
    expect(made?.[1]).toContain(`DEFAULT 'utf8mb4_0900_ai_ci'`)
    expect(made?.[1]).toContain(`COMMENT='COLLATE utf8mb4_0900_ai_ci'`)
    expect(notes).toHaveLength(4)
    expect(notes.join('\n')).toContain(
      'does not have the MySQL 8 collation utf8mb4_0900_ai_ci. Its nearest match, utf8mb4_',
    )
    expect(await rows(mine, `select 'a' = 'A' collate utf8mb4_nopad_bin`)).toEqual([['0']])
  })

  test('are executed up to the first error, and the message states its position and what remains', async () => {
    const mine = await add()
    const error = await refusal(() =>
      load(
        mine,
        'create table a (b int);\ninsert into a values (1);\ninsert into a\n values (2, 3);\nselect 1;',
      ),
    )
    expect(error).toBeInstanceOf(EngineRefused)
    expect((error as Error).message).toBe(
      "Line 3, statement 3: Column count doesn't match value count at row 1. The 2 statements before it were executed and stay in effect.",
    )
    expect(await rows(mine, 'select b from a')).toEqual([['1']])
    const first = await refusal(() => load(mine, 'selekt 1;'))
    expect((first as Error).message).toEndWith('No statement of the file was executed.')
  })

  test('say that events are stored but never run', async () => {
    const mine = await add('create table events (a int)')
    expect(await load(mine, 'create table event (a int); insert into event values (1)')).toEqual([])
    const made = 'create or replace event often on schedule every 1 second do insert into events values (1)'
    const [result] = await runAll(world.sql, mine, made)
    expect(result?.note).toContain('Events are stored but never run')
    const text = await dump(mine)
    expect(text).toContain('EVENT `often`')
    const copy = await add()
    expect(await load(copy, text)).toEqual([expect.stringContaining('Events are stored but never run')])
    expect(await rows(copy, 'select event_name from information_schema.events')).toEqual([['often']])
  })
})
