import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { SQL } from 'bun'
import { makeTestFolder } from '#test/support/folders.ts'
import {
  createTestDatabase,
  createTestStore,
  dropTestDatabase,
  type TestStore,
  testDatabaseUrl,
  testEngine,
} from '#test/support/store.ts'
import { engineOf } from '../engine.ts'
import { migrate } from './migrate.ts'
import { migrations } from './migrations.ts'
import { readAddress } from '../postgres/address.ts'
import { openStore } from '../store.ts'

const withMore = (id: string, sql: string) => ({
  sqlite: [...migrations.sqlite, { id, sql }],
  postgres: [...migrations.postgres, { id, sql }],
})

describe('on this engine', () => {
  let home: TestStore
  beforeEach(async () => {
    home = await createTestStore()
  })
  afterEach(() => home.close())

  test('leaves a migrated schema unchanged', async () => {
    expect(await migrate(home.store)).toEqual({ applied: 0 })
  })

  test('an additive migration is applied once, even by two starts at the same time', async () => {
    const more = withMore('9000_more', 'create table extra (id text primary key)')
    const [first, second] = await Promise.all([migrate(home.store, more), migrate(home.store, more)])
    expect(first.applied + second.applied).toBe(1)
    expect(await engineOf(home.store).query('select id from extra')).toEqual([])
  })

  test('a failing migration leaves nothing behind', async () => {
    const more = withMore(
      '9000_more',
      'create table extra (id text primary key); create table users (id text)',
    )
    await expect(migrate(home.store, more)).rejects.toThrow()
    expect(await migrate(home.store)).toEqual({ applied: 0 })
    await expect(engineOf(home.store).query('select id from extra')).rejects.toThrow()
  })

  test('a schema newer than the program is refused', async () => {
    await migrate(home.store, withMore('9000_future', 'create table extra (id text primary key)'))
    await expect(migrate(home.store)).rejects.toThrow('newer than this program')
    await expect(openStore(home.settings)).rejects.toThrow('newer than this program')
  })

  test('a mail queued before mails had jobs gets one, and continues from its state', async () => {
    const { dialect, query, alter } = engineOf(home.store)
    const mailJobs = migrations[dialect].find(({ id }) => id === '0006_mail_jobs')
    if (!mailJobs) throw new Error('no such migration')
    const [time, at] =
      dialect === 'sqlite' ? ['integer', '1000'] : ['timestamp(3) with time zone', 'to_timestamp(1)']
    const [waiting, sent] = [Bun.randomUUIDv7(), Bun.randomUUIDv7()]
    const mail = (id: string, status: string, attempts: number) =>
      `('${id}', 'a@example.com', 'S', 'T', 'T', 'test', '${status}', ${attempts}, ${at}, ${at})`
    await alter(async (run) => {
      for (const index of ['jobs_queued', 'mails_queued']) await run(`drop index ${index}`)
      await run(`alter table mails add column next_attempt_at ${time}`)
      await run('create index jobs_queued on jobs (run_at, id)')
      await run('create index mails_queued on mails (next_attempt_at, id)')
      await run(
        `insert into mails (id, "to", subject, text, html, kind, status, attempts, created_at, next_attempt_at)
          values ${mail(waiting, 'queued', 2)}, ${mail(sent, 'sent', 1)}`,
      )
      await run(mailJobs.sql)
    })
    const { jobs } = home.store.t
    const runAt = new Date(1_000)
    expect(await home.store.read.select().from(jobs)).toMatchObject([
      {
        id: waiting,
        kind: 'mail.send',
        payload: {},
        status: 'queued',
        attempts: 2,
        fence: 0,
        runAt,
        createdAt: runAt,
      },
    ])
    expect(await query('select * from mails')).not.toContainEqual(
      expect.objectContaining({ next_attempt_at: expect.anything() }),
    )
  })

  test('a migration edited after it was applied is refused', async () => {
    await migrate(home.store, withMore('9000_more', 'create table extra (id text primary key)'))
    const edited = withMore('9000_more', 'create table extra (id text primary key, name text)')
    await expect(migrate(home.store, edited)).rejects.toThrow('was edited')
  })
})

if (testEngine === 'postgres')
  test('a database whose search_path names another schema is migrated there, and the schema public stays empty', async () => {
    const name = await createTestDatabase()
    const databaseUrl = testDatabaseUrl(name)
    const client = new SQL(readAddress(databaseUrl).url.href, { max: 1 })
    await client.unsafe(`create schema hosting; alter database ${name} set search_path = hosting`)
    const store = await openStore({ dataDir: '', databaseUrl })
    expect(await migrate(store)).toEqual({ applied: migrations.postgres.length })
    expect(await migrate(store)).toEqual({ applied: 0 })
    const tables = await client.unsafe(
      "select distinct table_schema as schema from information_schema.tables where table_type = 'BASE TABLE' and table_schema in ('public', 'hosting')",
    )
    expect([...tables]).toEqual([{ schema: 'hosting' }])
    await store.close()
    await client.close()
    await dropTestDatabase(name)
  })

describe('on SQLite', () => {
  const parents = `create table parent (id text primary key);
    create table child (id text primary key, parent_id text not null references parent(id) on delete cascade);
    insert into parent values ('p'); insert into child values ('c', 'p');`

  test('child rows survive when drizzle-kit rebuilds the table of their parent', async () => {
    const store = await openStore({ dataDir: makeTestFolder() })
    await migrate(store, withMore('9000_parents', parents))
    const rebuild = `PRAGMA foreign_keys=OFF;--> statement-breakpoint
      CREATE TABLE __new_parent (id text primary key, name text);--> statement-breakpoint
      INSERT INTO __new_parent(id) SELECT id FROM parent;--> statement-breakpoint
      DROP TABLE parent;--> statement-breakpoint
      ALTER TABLE __new_parent RENAME TO parent;--> statement-breakpoint
      PRAGMA foreign_keys=ON;`
    const both = withMore('9000_parents', parents)
    both.sqlite.push({ id: '9001_rebuild', sql: rebuild })
    expect(await migrate(store, both)).toEqual({ applied: 1 })
    const { query } = engineOf(store)
    expect(await query('select id, parent_id from child')).toEqual([{ id: 'c', parent_id: 'p' }])
    await store.close()
  })

  test('a migration that would orphan rows is rolled back', async () => {
    const store = await openStore({ dataDir: makeTestFolder() })
    await migrate(store, withMore('9000_parents', parents))
    const both = withMore('9000_parents', parents)
    both.sqlite.push({ id: '9001_orphans', sql: 'delete from parent' })
    await expect(migrate(store, both)).rejects.toThrow('without their parent')
    expect(await engineOf(store).query('select id from parent')).toEqual([{ id: 'p' }])
    await store.close()
  })
})
