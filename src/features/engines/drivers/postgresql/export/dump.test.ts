import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { Script } from '#server/sql/postgresql/script.ts'
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
import { openPostgresEngine, postgresDialect } from '#test/support/engines/postgresql.ts'
import type { Credentials, SqlTools } from '../../../contract/database-engine.ts'

const { engine, folder } = openPostgresEngine({ DB_POSTGRES: 'embedded' })
/** Another portal on the same folder. */
const next = openPostgresEngine({ DB_POSTGRES: 'embedded' }, folder).engine
const names = createNames()
const signal = new AbortController().signal

async function make(sql = ''): Promise<Credentials> {
  const credentials = newCredentials(names())
  await engine.ensure({ ...credentials, isOpen: true, allow: [] })
  if (sql !== '') await runAll(engine.sql as SqlTools, credentials, sql)
  return credentials
}

const dump = async (from: Credentials) => textOf((await engine.dump(from, signal)).content)
const load = (into: Credentials, content: string | Uint8Array) => engine.load(into, streamOf(content), signal)
const rows = async (of: Credentials, sql: string) =>
  (await runAll(engine.sql as SqlTools, of, sql)).at(-1)?.rows ?? []

/** The statements of a dump with their data, sorted. */
async function partsOf(text: string): Promise<string[]> {
  const script = new Script([Buffer.from(text)])
  const parts: string[] = []
  for (let part = await script.next(); part; part = await script.next()) {
    if (part.kind === 'command') throw new Error(part.command)
    let data = ''
    if (part.isCopy) for await (const piece of script.copyData()) data += piece.toString()
    parts.push(part.bytes.toString() + data)
  }
  return parts.sort()
}

beforeAll(async () => {
  await engine.connect()
})
afterAll(async () => {
  await next.stop?.()
  await engine.stop?.()
})

describe('a dump by the portal', () => {
  test('reproduces a database whose dump is the same: definitions, rules, triggers, comments, sequences and rows', async () => {
    const mine = await make(postgresDialect.schema)
    const text = await dump(mine)
    const copy = await make()
    await load(copy, text)
    const parts = await partsOf(text)
    expect(parts.length).toBeGreaterThan(90)
    expect(await partsOf(await dump(copy))).toEqual(parts)
    await runAll(engine.sql as SqlTools, copy, postgresDialect.useSchema)
  })

  test('has every kind of value', async () => {
    const text = fc.string({ unit: 'binary' }).map((value) => value.replaceAll('\0', '').toWellFormed())
    const row = fc.record({
      t: fc.option(text),
      l: fc.array(fc.option(text), { maxLength: 3 }),
      j: fc.json(),
      b: fc.uint8Array({ maxLength: 20 }),
      n: fc.oneof(fc.double().map(String), fc.constantFrom('NaN', 'Infinity', '1e-30')),
    })
    const mine = await make('create table v (t text, l text[], j json, b bytea, n float8)')
    const session = await (engine.sql as SqlTools).open(mine)
    await fc.assert(
      fc.asyncProperty(row, async ({ t, l, j, b, n }) => {
        await session.ask(
          `insert into v values ($1, (select array_agg(x) from json_array_elements_text($2) x), $3, decode($4, 'hex'), $5)`,
          [t, JSON.stringify(l), j, Buffer.from(b).toString('hex'), n],
          caps,
        )
      }),
      { numRuns: 100 },
    )
    await session.close()
    const copy = await make()
    await load(copy, await dump(mine))
    const sum = `select count(*), md5(string_agg(md5(v::text), '' order by md5(v::text))) from v`
    expect(await rows(copy, sum)).toEqual(await rows(mine, sum))
  })

  test('has large objects, and rows that row security hides', async () => {
    const mine = await make(`select lo_from_bytea(4242, decode(repeat('00ff5c', 100000), 'hex'));
      create table secret (a int); insert into secret values (1), (2);
      alter table secret enable row level security; alter table secret force row level security;
      create policy few on secret using (a > 1)`)
    const copy = await make()
    await load(copy, await dump(mine))
    const sum = 'select md5(lo_get(4242))'
    expect(await rows(copy, sum)).toEqual(await rows(mine, sum))
    expect(await rows(copy, 'alter table secret no force row level security; select a from secret')).toEqual([
      ['1'],
      ['2'],
    ])
  })

  test('is refused when it would be incomplete', async () => {
    const mine = await make('create operator === (function = int4eq, leftarg = int, rightarg = int)')
    const error = await refusal(() => dump(mine))
    expect(error).toBeInstanceOf(EngineRefused)
    expect((error as Error).message).toContain('operators')
  })

  test('leaves no user behind', async () => {
    const mine = await make()
    await dump(mine)
    expect(await rows(mine, "select rolname from pg_roles where rolname like 'portal\\_task%'")).toEqual([])
  })
})

describe('a dump from another server', () => {
  test('may name owners, grants and settings that do not exist here', async () => {
    const mine = await make()
    await load(
      mine,
      `\\restrict abc
SET transaction_timeout = 0; SET setting_of_tomorrow = 1;
CREATE SCHEMA public; ALTER SCHEMA public OWNER TO pg_database_owner; COMMENT ON EXTENSION plpgsql IS 'x';
BEGIN; CREATE TABLE public.a (b int); ALTER TABLE public.a OWNER TO somebody; GRANT SELECT ON TABLE public.a TO somebody;
COPY public.a (b) FROM stdin;
1
\\.
COMMIT;
\\unrestrict abc
`,
    )
    expect(await rows(mine, 'select b from a')).toEqual([['1']])
  })

  test('is loaded entirely or not at all, and an error states its line', async () => {
    const mine = await make()
    const text = `create table a (b int);\ncopy a from stdin;\n1\nx\n\\.\nselect 1;\n`
    const error = await refusal(() => load(mine, text))
    expect(error).toBeInstanceOf(EngineRefused)
    expect((error as Error).message).toBe('Line 4: invalid input syntax for type integer: "x".')
    expect(await rows(mine, "select to_regclass('a')")).toEqual([[null]])
    const late = await refusal(() => load(mine, 'select 1;\nselect\n  nothing;'))
    expect((late as Error).message).toStartWith('Line 3: column "nothing" does not exist.')
  })
})

test('an engine that outlived its portal is reused, with its port and databases', async () => {
  const mine = await make('create table kept (a int)')
  const { port } = await engine.connect()
  expect((await next.connect()).port).toBe(port)
  const session = await (next.sql as SqlTools).open(mine)
  expect(await session.ask('select count(*) from kept', [], caps)).toMatchObject({ rows: [['0']] })
  await session.close()
})

test('the portal never calls customer objects that shadow PostgreSQL’s own', async () => {
  const mine = await make(`create table caught (who text);
    create function trap(a oid, b regclass) returns boolean language plpgsql
      as $$ begin insert into public.caught values (current_user); return true; end $$;
    create operator public.= (leftarg = oid, rightarg = regclass, function = public.trap)`)
  await engine.ensure({ ...mine, isOpen: true, allow: [] })
  await engine.measure([mine.database])
  await refusal(() => dump(mine))
  expect(await rows(mine, 'select who from caught')).toEqual([])
  // The trap works for an ordinary user.
  expect(await rows(mine, "select 1::oid = 'pg_class'::regclass; select count(*) from caught")).toEqual([
    ['1'],
  ])
})
