import { expect, test } from 'bun:test'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import { createNames, newCredentials, runAll } from '#test/support/engines/fixtures.ts'
import { openPostgresEngine } from '#test/support/engines/postgresql.ts'
import { until } from '#test/support/until.ts'
import type { SqlTools } from '../../contract/database-engine.ts'

const nextNames = createNames()
const left = 'portal_task_left'

test('the next start removes a dump role to which a customer granted rights, and is not blocked by it', async () => {
  const first = openPostgresEngine({ DB_POSTGRES: 'embedded' })
  const { port } = await first.engine.connect()
  const mine = newCredentials(nextNames())
  await first.engine.ensure({ ...mine, isOpen: true, allow: [] })
  const password = await readFile(join(first.folder, 'engines', 'postgresql', 'password'), 'utf8')
  const admin = new Client({ host: '127.0.0.1', port, user: 'portal', password, database: 'postgres' })
  await admin.connect()
  await admin.query(`create role ${left} valid until '2026-01-01'`)
  await admin.end()
  await runAll(first.engine.sql as SqlTools, mine, `create table t (a int); grant select on t to ${left}`)
  await first.engine.stop?.()
  const next = openPostgresEngine({ DB_POSTGRES: 'embedded' }, first.folder)
  await next.engine.connect()
  expect(await next.engine.check()).toMatchObject({ isHealthy: true })
  const roles = `select 1 from pg_roles where rolname = '${left}'`
  const isGone = async () =>
    (await runAll(next.engine.sql as SqlTools, mine, roles)).every(({ rows }) => rows.length === 0)
  await until('its end', isGone)
  await next.engine.stop?.()
}, 120_000)
