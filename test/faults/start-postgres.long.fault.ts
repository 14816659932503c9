import { afterAll, beforeAll, expect, test } from 'bun:test'
import { rm } from 'node:fs/promises'
import { SQL } from 'bun'
import { type PostgresServer, startEmbeddedPostgres } from '#test/support/postgres.ts'
import { runPortal } from '#test/support/server.ts'
import { createDatabase } from './databases.ts'
import { makeFolder, makeTemplate, withCopy } from './journey.ts'
import { cannot, password, refusesAddress } from './start-postgres-stage.ts'
import { refuses } from './start-stage.ts'

let postgres: PostgresServer
beforeAll(async () => {
  postgres = await startEmbeddedPostgres()
  await run(postgres.url, "create role guest login password 'guest'", 'create role ghost nologin')
})
afterAll(() => postgres.stop())

async function run(databaseUrl: string, ...statements: string[]): Promise<unknown[]> {
  const client = new SQL(databaseUrl, { max: 1 })
  try {
    const answers: unknown[] = []
    for (const statement of statements) answers.push([...(await client.unsafe(statement))])
    return answers
  } finally {
    await client.close()
  }
}

/** The server’s address with changes. */
function address(change: (url: URL) => void): string {
  const url = new URL(postgres.url)
  change(url)
  return url.href
}

test('a role that may not log in, and one that may not create tables, are reported with the missing right', async () => {
  await run(postgres.url, `alter role ghost password '${password}'`)
  await refusesAddress(
    address((url) => {
      url.username = 'ghost'
      url.password = password
    }),
    cannot('it does not let the user "ghost" in; check the name, that the role may log in'),
  )
  const database = new URL(await createDatabase(postgres.url, 'guarded'))
  database.username = 'guest'
  database.password = 'guest'
  await refusesAddress(
    database.href,
    cannot(
      'the user "guest" lacks a permission \\(permission denied for schema public\\); make it the owner of the database "guarded"',
    ),
  )
  await run(
    address((url) => {
      url.pathname = '/guarded'
    }),
    'revoke connect on database guarded from public',
  )
  await refusesAddress(
    database.href,
    cannot('the user "guest" lacks a permission \\(permission denied for database'),
  )
})

test.each([
  // A reserved name that never resolves (RFC 2606).
  [
    'an unknown host name',
    'postgres://u:geheim-und-lang@portal.invalid/portal',
    'host portal.invalid cannot be resolved; check the host, ',
  ],
])('with %s, the report says to check host and port', (_, databaseUrl, why) =>
  refusesAddress(databaseUrl, cannot(why)),
)

test.each([
  [
    'a web server',
    (bytes: Buffer) => (bytes.length > 0 ? 'HTTP/1.1 400 Bad Request\r\n\r\n' : ''),
    'is not PostgreSQL',
  ],
  ['another database that speaks first', () => 'J\0\0\0\n5.5.5-MariaDB\0', 'is not PostgreSQL'],
  ['something silent', () => '', 'does not answer like PostgreSQL'],
])('%s at the address is reported as not being PostgreSQL, without a long wait', async (_, say, why) => {
  const listener = Bun.listen({
    hostname: '127.0.0.1',
    port: 0,
    socket: { data: (socket, bytes) => void socket.write(say(bytes)) },
  })
  try {
    const databaseUrl = `postgres://u:${password}@127.0.0.1:${listener.port}/portal`
    await refusesAddress(databaseUrl, cannot(`the server there ${why}; check host and port`))
  } finally {
    listener.stop(true)
  }
})

test.each(['u:p%@h/db', 'u:12/geheim-und-lang@h/db', 'u:12#geheim-und-lang@h/db', 'u:p@h:none/db', ''])(
  'an unreadable address is refused with an example of a correct one, and is not shown: %s',
  (rest) =>
    refusesAddress(
      `postgres://${rest}`,
      /^portal: DATABASE_URL has .*; the format is postgres:\/\/user:password@host:5432\/database$/m,
    ),
)

const foreign: [name: string, statements: string[], first: string][] = [
  ['tables of a blog', ['create table wp_posts (id int)'], 'wp_posts'],
  ['a table users of its own', ['create table users (id int, login text)'], 'users'],
  ['a view alone', ['create view report as select 1 as total'], 'report'],
  ['the journal of another program', ['create table _migrations (file text, applied int)'], '_migrations'],
]

test.each(foreign)(
  'a database with %s is refused beside an empty folder and a used one, and left unchanged',
  async (_, statements, first) => {
    const databaseUrl = await createDatabase(postgres.url, `foreign_${first}`)
    await run(databaseUrl, ...statements)
    const reason = new RegExp(
      `^portal: the database at \\S+/foreign_${first} contains tables of another program, such as ${first}, and none of a portal: give the portal a database of its own in DATABASE_URL$`,
      'm',
    )
    await refusesAddress(databaseUrl, reason)
    const template = await makeTemplate()
    try {
      await withCopy(template, (dataDir) => refuses(dataDir, reason, { DATABASE_URL: databaseUrl }))
      const { stderr } = await runPortal(['move', '--to', databaseUrl], { dataDir: template.dataDir })
      expect(stderr).toContain('contains tables of another program')
    } finally {
      await rm(template.dataDir, { recursive: true, force: true })
    }
    const names = "select relname from pg_class where relnamespace = 'public'::regnamespace"
    expect(await run(databaseUrl, names)).toEqual([[{ relname: first }]])
  },
)

/** Migrates a database; answers the output. */
async function migrate(databaseUrl: string): Promise<string> {
  const folder = await makeFolder()
  try {
    const { stdout, stderr } = await runPortal(['migrate'], {
      dataDir: folder,
      env: { DATABASE_URL: databaseUrl },
    })
    return stdout + stderr
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

test('the portal starts beside the tables of an extension and of another schema', async () => {
  const databaseUrl = await createDatabase(postgres.url, 'extended')
  await run(
    databaseUrl,
    'create extension pg_stat_statements',
    'create schema crm',
    'create table crm.users (id int)',
  )
  expect(await migrate(databaseUrl)).toBe('The schema is up to date.\n')
})

test('a schema in the address that does not exist is reported, and nothing is left in the folder', () =>
  refusesAddress(
    address((url) => {
      url.searchParams.set('search_path', 'nowhere')
    }),
    cannot('the user "portal" can use no schema of its database; create one, or correct search_path'),
  ))
